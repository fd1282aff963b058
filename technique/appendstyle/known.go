package appendstyle

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// known plans a conversion or a function of the standard library that has a
// twin which appends.
func (p planner) known(c *ast.CallExpr) (pieces, bool) {
	info := p.f.Pkg.Info
	if p.f.Pkg.IsConversion(c) {
		return p.conversion(c)
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if ok && p.f.Pkg.IsPrint(c, "S") {
		return p.sprint(sel, c.Args, c.Ellipsis.IsValid())
	}
	if !ok || c.Ellipsis.IsValid() {
		return pieces{}, false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	switch {
	case !ok || fn.Pkg() == nil:
	case fn.Signature().Recv() != nil:
		return p.knownMethod(c, sel, fn)
	case fn.Pkg().Path() == "strconv":
		return strconvCall(c, sel)
	case technique.IsFunc(info, c, "strings", "Join"):
		return p.join(c)
	case technique.IsFunc(info, c, "encoding/hex", "EncodeToString") && p.f.Since("go1.22"):
		return one(call(code{sel.X, ".AppendEncode"}, code{c.Args[0]}), 32, 1), true
	}
	return pieces{}, false
}

// conversion appends bytes or a rune without making a string of them.
func (p planner) conversion(c *ast.CallExpr) (pieces, bool) {
	t := p.f.Pkg.Info.TypeOf(c.Args[0])
	if !technique.IsText(p.f.Pkg.Info.TypeOf(c)) || t == nil {
		return pieces{}, false
	}
	if recognise.IsBytes(t) {
		return one(spread(c.Args[0]), 16, 0), true
	}
	b, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok || b.Kind() != types.Rune && b.Kind() != types.Byte && b.Kind() != types.UntypedRune:
		return pieces{}, false // of a wider integer AppendRune would see a part
	case types.Identical(t, types.Typ[types.Rune]):
		return one(appendRune(c.Args[0]), 4, 0), true
	}
	return one(appendRune("rune(", c.Args[0], ")"), 4, 0), true
}

// strconvCall appends a number, a bool or a quoted text.
func strconvCall(c *ast.CallExpr, sel *ast.SelectorExpr) (pieces, bool) {
	name, args := sel.Sel.Name, nodes(c.Args, false)
	switch {
	case name == "Itoa" && len(args) == 1:
		name, args = "Int", []code{{"int64(", c.Args[0], ")"}, {"10"}}
	case strings.HasPrefix(name, "Format") && name != "FormatComplex":
		name = strings.TrimPrefix(name, "Format")
	case !strings.HasPrefix(name, "Quote"):
		return pieces{}, false
	}
	return one(call(code{sel.X, ".Append" + name}, args...), 20, 1), true
}

// knownMethod appends what a method of the standard library would return.
func (p planner) knownMethod(c *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func) (pieces,
	bool) {
	recv, operand := fn.Signature().Recv().Type(), p.f.Pkg.Info.TypeOf(sel.X)
	name, to := sel.Sel.Name, ""
	switch {
	case technique.IsNamed(recv, "time", "Time") && name == "Format":
		to = "AppendFormat"
	case (technique.IsNamed(recv, "encoding/base64", "Encoding") ||
		technique.IsNamed(recv, "encoding/base32", "Encoding")) &&
		name == "EncodeToString" && p.f.Since("go1.22"):
		to = "AppendEncode"
	case technique.IsNamed(recv, "math/big", "Int") && name == "Text":
		to = "Append"
	case technique.IsNamed(recv, "bytes", "Buffer") && name == "String" &&
		technique.IsNamed(operand, "bytes", "Buffer") &&
		!technique.IsPointer(operand): // nil is "<nil>"
		return one(spread(sel.X, ".Bytes()"), 32, 1), true
	default:
		return pieces{}, false
	}
	obj, _, _ := types.LookupFieldOrMethod(operand, true, p.f.Pkg.Pass.Pkg, to)
	if other, ok := obj.(*types.Func); !ok || other.Pkg() != fn.Pkg() {
		return pieces{}, false // another method hides it
	}
	size := 24
	for _, arg := range c.Args { // the layout of a time is about as long as the text
		if s, ok := p.f.Pkg.Text(arg); ok {
			size = max(size, len(s)+8)
		}
	}
	return one(call(code{sel.X, "." + to}, nodes(c.Args, false)...), size, 1), true
}

// join appends the elements of a slice that was made elsewhere.
func (p planner) join(c *ast.CallExpr) (pieces, bool) {
	sep, ok := p.f.Pkg.Text(c.Args[1])
	if !ok {
		return pieces{}, false
	}
	elem := &local{base: "elem"}
	over, body := code{"_"}, code{}
	if sep != "" {
		i := &local{base: "i"}
		over = code{i}
		body = code{"if ", i, " > 0 {\n", stmtOf(p.constant(c.Args[1], sep)), "\n}\n"}
	}
	loop := code{"for ", over, ", ", elem, " := range ", c.Args[0], " {\n", body,
		stmtOf(spread(elem)), "\n}"}
	return pieces{steps: []step{{stmt: loop}}, gain: 1, looped: 16 * perLoop}, true
}
