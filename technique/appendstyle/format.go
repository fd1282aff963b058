package appendstyle

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique/fmtverb"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// sprint plans what fmt.Sprintf and its kin return, or what Fprintf and its kin
// write, given the arguments behind the writer.
func (p planner) sprint(fun *ast.SelectorExpr, args []ast.Expr, spread bool) (pieces, bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(fun.Sel.Name, "S"), "F")
	if items, ok := p.f.Pkg.Items(name, args); ok && !spread {
		return p.formatted(fun, items), true
	}
	if !p.f.Since("go1.19") {
		return pieces{}, false
	}
	appends := code{fun.X, ".Append" + strings.TrimPrefix(name, "print")}
	return one(call(appends, nodes(args, spread)...), 24+8*len(args), 1), true
}

// formatted plans items. Those that only package fmt can format go to one call
// with the text between them.
func (p planner) formatted(fun *ast.SelectorExpr, items []recognise.Item) pieces {
	all := pieces{gain: 1}
	for i := 0; i < len(items); i++ {
		it := items[i]
		if it.Verb == 0 {
			all = all.and(one(literal(it.Text, ""), len(it.Text), 0))
		} else if way, ok := p.f.Pkg.How(it); ok {
			all = all.and(p.direct(it.Arg, way))
		} else {
			last := p.f.Pkg.LastIndirect(items, i)
			all = all.and(appendf(fun, items[i:last+1]))
			i = last
		}
	}
	return all
}

// appendf plans items that are formatted by package fmt.
func appendf(fun *ast.SelectorExpr, items []recognise.Item) pieces {
	format, size := "", 0
	args := make([]code, 1)
	for _, it := range items {
		if it.Verb == 0 {
			format += fmtverb.Escape(it.Text)
			continue
		}
		format += it.Spec
		args = append(args, code{it.Arg})
		size += 12
	}
	args[0] = code{strconv.Quote(format)}
	return one(call(code{fun.X, ".Appendf"}, args...), size, 0)
}

// direct plans an argument that needs no package fmt.
func (p planner) direct(arg ast.Expr, way fmtverb.Way) pieces {
	var to string
	var as types.BasicKind
	var more []code
	switch way.Kind {
	case fmtverb.Text:
		return p.text(arg)
	case fmtverb.Bytes:
		return one(spread(arg), 16, 0)
	case fmtverb.Rune:
		return one(appendRune(p.converted(arg, types.Typ[types.Rune])), 4, 0)
	case fmtverb.Quote:
		to, as = "Quote", types.String
	case fmtverb.Bool:
		to, as = "Bool", types.Bool
	case fmtverb.Int:
		to, as, more = "Int", types.Int64, []code{{strconv.Itoa(way.Base)}}
	case fmtverb.Uint:
		to, as, more = "Uint", types.Uint64, []code{{strconv.Itoa(way.Base)}}
	default:
		to, as = "Float", types.Float64
		more = []code{{strconv.QuoteRune(rune(way.Letter))}, {strconv.Itoa(way.Prec)},
			{strconv.Itoa(way.Size)}}
	}
	args := append([]code{p.converted(arg, types.Typ[as])}, more...)
	return one(call(code{imported("strconv"), ".Append" + to}, args...), 20, 0)
}

// converted returns an expression with the type that a function wants.
func (p planner) converted(e ast.Expr, want types.Type) code {
	if types.Identical(types.Unalias(p.f.Pkg.Info.TypeOf(e)), want) {
		return code{e}
	}
	return code{want.String() + "(", e, ")"}
}
