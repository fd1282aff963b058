package appendform

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/lettercase"
)

// twin is the function that appends what another one returns as a string.
type twin struct {
	name string // "strconv.AppendInt", "enc.AppendEncode"
	args string // behind the slice
	room int    // bytes that its text usually takes
	// twice says that the function takes memory twice: it makes bytes, and a string
	// of them.
	twice bool
	// new is what it appends to where there is nothing yet: nil, where the text is never
	// empty and appended at once; room; or "", for a slice that is empty and not nil.
	new string
	// mapped says that it maps the case of letters, and returns the text itself where there is
	// nothing to map.
	mapped bool
	// helper is what the package must declare to have the twin.
	helper technique.Helper
}

// exact reports whether bytes that begin with new have as much room as those of a string.
func (tw twin) exact() bool {
	return !tw.twice && !strings.HasPrefix(tw.new, "make")
}

// code returns the call that appends to a slice.
func (tw twin) code(dst string) string { return fmt.Sprintf("%s(%s, %s)", tw.name, dst, tw.args) }

// twinOf returns the twin of a call.
func twinOf(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) (twin, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || call.Ellipsis.IsValid() {
		return twin{}, false
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil {
		return twin{}, false
	}
	if len(call.Args) == 0 {
		return address(pass, file, sel, fn)
	}
	on := technique.Text(pass, sel.X) + "."
	args := technique.Text(pass, call.Args[0])
	for _, arg := range call.Args[1:] {
		args += ", " + technique.Text(pass, arg)
	}
	switch path, recv := fn.Pkg().Path(), fn.Signature().Recv(); {
	case path == "strconv" && recv == nil:
		return number(on, fn.Name(), args, pass.TypesInfo.TypeOf(call.Args[0]))
	case path == "strings" && fn.Name() == "Repeat":
		return twin{name: appendRepeat.Name, args: args, room: 64, helper: appendRepeat},
			!readyMade(pass, call.Args[0])
	case path == "strings" && fn.Name() == "Join":
		return twin{name: appendJoin.Name, args: args, room: 64, helper: appendJoin}, true
	case path == "strings" && fn.Name() == "ToLower":
		h := lettercase.AppendLower()
		return twin{name: h.Name, args: args, room: 32, mapped: true, helper: h}, true
	case path == "strings" && fn.Name() == "ToUpper":
		h := lettercase.AppendUpper()
		return twin{name: h.Name, args: args, room: 32, mapped: true, helper: h}, true
	case fn.Name() != "EncodeToString":
		return twin{}, false
	case !technique.Since(pass, file, "go1.22"):
		return older(pass, fn, sel.X, args)
	case path == "encoding/hex" && recv == nil:
		return twin{name: on + "AppendEncode", args: args, room: 64, twice: true}, true
	case recv != nil && (path == "encoding/base64" || path == "encoding/base32"):
		return twin{name: on + "AppendEncode", args: args, room: 64, twice: true},
			technique.IsNamed(pass.TypesInfo.TypeOf(sel.X), path, "Encoding")
	}
	return twin{}, false
}

// readyMade reports whether package strings has the text, repeated, among its constants.
func readyMade(pass *analysis.Pass, e ast.Expr) bool {
	text, ok := technique.ConstantText(pass.TypesInfo, e)
	return ok && (text == "" || strings.Contains(" -0=\t", text[:1]) &&
		strings.Trim(text, text[:1]) == "")
}

// appendRepeat leaves to strings.Repeat where it panics, and where there is so much that
// it doubles what it has.
var appendRepeat = technique.Helper{Name: "appendRepeat", Imports: []string{"strings"},
	Text: `// appendRepeat appends strings.Repeat(s, n).
func appendRepeat(dst []byte, s string, n int) []byte {
	if n < 0 || n > 256 || len(s) > 256 {
		return append(dst, strings.Repeat(s, n)...)
	}
	for ; n > 0; n-- {
		dst = append(dst, s...)
	}
	return dst
}`}

// appendJoin makes the room for all at once, as strings.Join does.
var appendJoin = technique.Helper{Name: "appendJoin",
	Text: `// appendJoin appends strings.Join(elems, sep).
func appendJoin(dst []byte, elems []string, sep string) []byte {
	n := 0
	for i, s := range elems {
		if i > 0 {
			n += len(sep)
		}
		n += len(s)
	}
	dst = append(dst, make([]byte, n)...)[:len(dst)]
	for i, s := range elems {
		if i > 0 {
			dst = append(dst, sep...)
		}
		dst = append(dst, s...)
	}
	return dst
}`}

// number returns the twin of a function of package strconv.
func number(on, name, args string, first types.Type) (twin, bool) {
	switch name {
	case "Itoa":
		return twin{name: on + "AppendInt", args: "int64(" + args + "), 10", room: 24,
			new: "nil"}, true
	case "FormatInt", "FormatUint":
		name = strings.Replace(name, "Format", "Append", 1)
		return twin{name: on + name, args: args, room: 24, new: "nil"}, true
	case "FormatFloat":
		return twin{name: on + "AppendFloat", args: args, room: 32,
			new: "make([]byte, 0, 32)"}, true
	case "Quote", "QuoteToASCII", "QuoteToGraphic":
		return twin{name: on + "Append" + name, args: args, room: 64, twice: true,
			new: "nil"}, true
	}
	return twin{}, false
}
