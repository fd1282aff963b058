package replaceonce

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// link is a call that puts a constant in the place of each byte of a kind.
type link struct {
	call *ast.CallExpr
	// text is what it looks in, old what it looks for, and new what it puts there.
	text, old, new ast.Expr
	from, to       string // the values of old and new
}

// linkOf matches strings.ReplaceAll, and strings.Replace without a limit, of one byte. Bytes
// from 0x80 on are parts of characters.
func linkOf(info *types.Info, e ast.Expr) (link, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !qualified(call) {
		return link{}, false
	}
	switch {
	case len(call.Args) == 3 && technique.IsFunc(info, call, "strings", "ReplaceAll"):
	case len(call.Args) == 4 && technique.IsFunc(info, call, "strings", "Replace"):
		if n, known := technique.ConstantInt(info, call.Args[3]); !known || n >= 0 {
			return link{}, false
		}
	default:
		return link{}, false
	}
	l := link{call: call, text: call.Args[0], old: call.Args[1], new: call.Args[2]}
	l.from, ok = technique.ConstantText(info, l.old)
	if !ok || len(l.from) != 1 || l.from[0] >= 0x80 {
		return link{}, false
	}
	l.to, ok = technique.ConstantText(info, l.new)
	return l, ok && l.from != l.to
}

// qualified reports whether a call names the package of the function: it leaves no import that
// is for the names of a package, and has no use then.
func qualified(call *ast.CallExpr) bool {
	_, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok
}

// linksOf returns the links of nested calls, the innermost first, and the text that it looks in.
func linksOf(info *types.Info, e ast.Expr) (links []link, text ast.Expr) {
	for {
		l, ok := linkOf(info, e)
		if !ok {
			slices.Reverse(links)
			return links, ast.Unparen(e)
		}
		links = append(links, l)
		e = l.text
	}
}

// longest bounds what the links make of a byte together.
const longest = 256

// pairs returns the arguments of the helper that do what the links do one after another. A later
// link also replaces in what an earlier one has put there; no byte of that joins its neighbors.
func pairs(pass *analysis.Pass, links []link) (args []string, ok bool) {
	seen := map[string]bool{}
	for i, l := range links {
		if seen[l.from] {
			return nil, false // what it finds is what the other has put there, or nothing
		}
		seen[l.from] = true
		to := l.to
		for _, later := range links[i+1:] {
			to = strings.ReplaceAll(to, later.from, later.to)
			if len(to) > max(longest, len(l.to)) {
				return nil, false
			}
		}
		if to == l.from {
			continue
		}
		text := technique.Text(pass, l.new)
		if to != l.to {
			text = strconv.Quote(to)
		}
		args = append(args, technique.Text(pass, l.old)+", "+text)
	}
	return args, len(args) > 1
}
