package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique"
)

// emit returns the steps that append the text of a string expression, in the
// order in which its parts are evaluated.
func (d *draft) emit(e ast.Expr) []step {
	var steps []step
	for _, leaf := range d.leaves(e) {
		steps = append(steps, d.leaf(leaf)...)
	}
	return merge(steps)
}

// leaves returns what a concatenation adds up. Constants stay whole.
func (d *draft) leaves(e ast.Expr) []ast.Expr {
	if d.ix.info.Types[e].Value != nil || d.skip[e] {
		return []ast.Expr{e}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return d.leaves(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return append(d.leaves(x.X), d.leaves(x.Y)...)
		}
	case *ast.CallExpr:
		if d.ix.isConversion(x) && isString(d.ix.info.TypeOf(x)) &&
			isString(d.ix.info.TypeOf(x.Args[0])) {
			return d.leaves(x.Args[0])
		}
		if parts, ok := d.joined(x); ok {
			return parts
		}
	}
	return []ast.Expr{e}
}

// joined matches strings.Join of a literal, which is a concatenation.
//
//	have: strings.Join([]string{a, b, c}, "/")
//	want: a + "/" + b + "/" + c
func (d *draft) joined(x *ast.CallExpr) ([]ast.Expr, bool) {
	if !technique.IsFunc(d.ix.info, x, "strings", "Join") || len(x.Args) != 2 {
		return nil, false
	}
	lit, ok := ast.Unparen(x.Args[0]).(*ast.CompositeLit)
	if _, constant := text(d.ix.info.Types[x.Args[1]].Value); !ok || !constant {
		return nil, false
	}
	var out []ast.Expr
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed {
			return nil, false
		}
		if i > 0 {
			out = append(out, x.Args[1])
		}
		out = append(out, d.leaves(e)...)
	}
	return out, len(lit.Elts) > 1
}

// operands returns what emit evaluates one after the other, formatted
// arguments included.
func (d *draft) operands(e ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, leaf := range d.leaves(e) {
		c, ok := leaf.(*ast.CallExpr)
		if ok && isSprint(d.ix.info, c) && d.ix.quietFormat(c) {
			for _, arg := range c.Args {
				if isString(d.ix.info.TypeOf(arg)) {
					out = append(out, d.operands(arg)...)
				} else {
					out = append(out, arg)
				}
			}
			continue
		}
		out = append(out, leaf)
	}
	return out
}

// leaf returns the steps for an expression that is no concatenation.
func (d *draft) leaf(e ast.Expr) []step {
	if d.skip[e] {
		return nil
	}
	if s, ok := text(d.ix.info.Types[e].Value); ok {
		d.grow(len(s))
		return []step{d.constant(e, s)}
	}
	if steps, ok := d.escaped(e); ok {
		return steps
	}
	if c, ok := e.(*ast.CallExpr); ok {
		if steps, ok := d.known(c); ok {
			return steps
		}
		if s, ok := d.twinCall(c); ok {
			return []step{s}
		}
	}
	d.grow(16)
	d.used[ast.Unparen(e)] = true
	return []step{spread(d.render(e))}
}

// constant appends a constant; one with a name keeps it.
func (d *draft) constant(e ast.Expr, s string) step {
	if lit, ok := ast.Unparen(e).(*ast.BasicLit); ok {
		return literal(s, lit.Value)
	}
	if _, sum := ast.Unparen(e).(*ast.BinaryExpr); sum && len(d.comments(e)) == 0 {
		return literal(s, "")
	}
	return spread(d.render(e))
}

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

// since reports whether the module is for Go 1.minor or newer.
func (d *draft) since(minor int) bool {
	version := d.ix.info.FileVersions[d.file]
	if version == "" && d.ix.pass.Module != nil {
		version = d.ix.pass.Module.GoVersion
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(version, "go"), "1.")
	if !ok {
		return version == ""
	}
	rest, _, _ = strings.Cut(rest, ".")
	n, err := strconv.Atoi(rest)
	return err != nil || n >= minor
}
