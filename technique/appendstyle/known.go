package appendstyle

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// known returns the steps for a conversion or a function of the standard
// library that has a twin which appends.
func (d *draft) known(c *ast.CallExpr) ([]step, bool) {
	if d.ix.isConversion(c) {
		return d.conversion(c)
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || c.Ellipsis.IsValid() && !isSprint(d.ix.info, c) {
		return nil, false
	}
	if isSprint(d.ix.info, c) {
		return d.sprint(sel, c.Args, c.Ellipsis.IsValid())
	}
	fn, ok := d.ix.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil, false
	}
	recv := fn.Signature().Recv()
	switch {
	case recv != nil:
		return d.knownMethod(c, sel, recv.Type())
	case fn.Pkg().Path() == "strconv":
		return d.strconv(c, sel)
	case fn.Pkg().Path() == "strings" && fn.Name() == "Join":
		return d.join(c)
	case fn.Pkg().Path() == "encoding/hex" && fn.Name() == "EncodeToString" && d.since(22):
		d.saved(32)
		return []step{call(d.render(sel.X)+".AppendEncode", d.render(c.Args[0]))}, true
	}
	return nil, false
}

// conversion appends bytes or a rune without making a string of them.
func (d *draft) conversion(c *ast.CallExpr) ([]step, bool) {
	t := d.ix.info.TypeOf(c.Args[0])
	if !isString(d.ix.info.TypeOf(c)) || t == nil {
		return nil, false
	}
	if isBytes(t) {
		d.grow(16)
		return []step{spread(d.render(c.Args[0]))}, true
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Rune && b.Kind() != types.Byte && b.Kind() != types.UntypedRune {
		return nil, false // of a wider integer AppendRune would see a part
	}
	d.grow(4)
	arg := d.render(c.Args[0])
	if b.Kind() == types.Byte || !types.Identical(t, types.Typ[types.Rune]) {
		arg = "rune(" + arg + ")"
	}
	return []step{call(d.qualifier("unicode/utf8")+".AppendRune", arg)}, true
}

// strconv appends a number, a bool or a quoted text.
func (d *draft) strconv(c *ast.CallExpr, sel *ast.SelectorExpr) ([]step, bool) {
	name := sel.Sel.Name
	args := make([]string, len(c.Args))
	for i, arg := range c.Args {
		args[i] = d.render(arg)
	}
	switch {
	case name == "Itoa" && len(args) == 1:
		name, args = "Int", []string{"int64(" + args[0] + ")", "10"}
	case strings.HasPrefix(name, "Format") && name != "FormatComplex":
		name = strings.TrimPrefix(name, "Format")
	case !strings.HasPrefix(name, "Quote"):
		return nil, false
	}
	d.saved(20)
	return []step{call(d.render(sel.X)+".Append"+name, args...)}, true
}

// knownMethod appends what a method of the standard library would return.
func (d *draft) knownMethod(c *ast.CallExpr, sel *ast.SelectorExpr, recv types.Type) ([]step,
	bool) {
	name, to := sel.Sel.Name, ""
	switch {
	case technique.IsNamed(recv, "time", "Time") && name == "Format":
		to = "AppendFormat"
	case technique.IsNamed(recv, "encoding/base64", "Encoding") && name == "EncodeToString",
		technique.IsNamed(recv, "encoding/base32", "Encoding") && name == "EncodeToString":
		to = "AppendEncode"
		if !d.since(22) {
			return nil, false
		}
	case technique.IsNamed(recv, "math/big", "Int") && name == "Text":
		to = "Append"
	case technique.IsNamed(recv, "bytes", "Buffer") && name == "String" &&
		technique.IsNamed(d.ix.info.TypeOf(sel.X), "bytes", "Buffer") &&
		!isPointer(d.ix.info.TypeOf(sel.X)): // a nil one says "<nil>"
		d.saved(32)
		return []step{spread(d.render(sel.X) + ".Bytes()")}, true
	default:
		return nil, false
	}
	obj, _, _ := types.LookupFieldOrMethod(d.ix.info.TypeOf(sel.X), true, d.ix.pass.Pkg, to)
	if fn, ok := obj.(*types.Func); !ok || fn.Pkg() != d.ix.info.Uses[sel.Sel].Pkg() {
		return nil, false // another method hides it
	}
	args := make([]string, len(c.Args))
	for i, arg := range c.Args {
		args[i] = d.render(arg)
	}
	d.saved(d.lengthOf(c.Args))
	return []step{call(d.render(sel.X)+"."+to, args...)}, true
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// join appends the elements of a slice that was made elsewhere.
func (d *draft) join(c *ast.CallExpr) ([]step, bool) {
	sep, ok := text(d.ix.info.Types[c.Args[1]].Value)
	if !ok {
		return nil, false
	}
	d.loop++
	d.saved(16)
	d.loop--
	elem := d.fresh("elem")
	over, body := "_, "+elem, ""
	if sep != "" {
		i := d.fresh("i")
		over = i + ", " + elem
		body = "if " + i + " > 0 {\n" + stepText(d.constant(c.Args[1], sep)) + "\n}\n"
	}
	return []step{{stmt: "for " + over + " := range " + verbatim(d.render(c.Args[0])) + " {\n" +
		body + "%[1]s = append(%[1]s, " + elem + "...)\n}"}}, true
}

// stepText returns a step as a statement whose slice is still to be named.
func stepText(s step) string {
	return "%[1]s = " + verbatim(s.head) + "%[1]s" + verbatim(s.tail)
}

// lengthOf guesses the length of a formatted text from a constant argument.
func (d *draft) lengthOf(args []ast.Expr) int {
	n := 24
	for _, arg := range args {
		if s, ok := text(d.ix.info.Types[arg].Value); ok {
			n = max(n, len(s)+8)
		}
	}
	return n
}
