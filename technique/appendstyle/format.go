package appendstyle

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// isSprint reports whether call is one of fmt.Sprintf, Sprint and Sprintln.
func isSprint(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "fmt", "Sprintf") ||
		technique.IsFunc(info, call, "fmt", "Sprint") ||
		technique.IsFunc(info, call, "fmt", "Sprintln")
}

// isSprint reports whether e is nothing but formatted text: there is another
// technique for those.
func (d *draft) isSprint(e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && isSprint(d.ix.info, c)
}

// sprint returns the steps for what fmt.Sprintf and its kin return, or what
// Fprintf and its kin write, given the arguments behind the writer.
func (d *draft) sprint(fun *ast.SelectorExpr, args []ast.Expr, spread bool) ([]step, bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(fun.Sel.Name, "S"), "F")
	if !spread {
		if items, ok := d.items(name, args); ok {
			return d.formatted(fun, items), true
		}
	}
	if !d.since(19) {
		return nil, false
	}
	rendered := make([]string, len(args))
	for i, arg := range args {
		rendered[i] = d.render(arg)
	}
	if spread {
		rendered[len(rendered)-1] += "..."
	}
	d.saved(24 + 8*len(args))
	return []step{call(d.render(fun.X)+".Append"+strings.TrimPrefix(name, "print"), rendered...)},
		true
}

// item is a part of a formatted text: literal text, or an argument with its
// verb.
type item struct {
	fmtverb.Directive
	arg ast.Expr
}

// items splits a formatted text. It is not ok when the arguments are not one
// for each verb, or would be printed in an order that package fmt decides.
func (d *draft) items(name string, args []ast.Expr) ([]item, bool) {
	if name != "printf" {
		return d.operandItems(name == "println", args)
	}
	if len(args) == 0 {
		return nil, false
	}
	format, ok := text(d.ix.info.Types[args[0]].Value)
	if !ok {
		return nil, false
	}
	list, ok := fmtverb.Parse(format)
	if !ok {
		return nil, false
	}
	args = args[1:]
	var items []item
	for _, part := range list {
		it := item{Directive: part}
		if part.Verb != 0 {
			if len(args) == 0 {
				return nil, false
			}
			it.arg, args = args[0], args[1:]
		}
		items = append(items, it)
	}
	return items, len(args) == 0 && d.separable(items)
}

// plainV is the verb of Sprint and Sprintln.
var plainV = fmtverb.Directive{Verb: 'v', Spec: "%v", Prec: -1, Plain: true}

// operandItems returns the items of Sprint and Sprintln: the first puts spaces
// between operands when neither is a string, the second always.
func (d *draft) operandItems(line bool, args []ast.Expr) ([]item, bool) {
	var items []item
	for i, arg := range args {
		if !d.basic(arg) {
			return nil, false // whether it is a string is not known here
		}
		if i > 0 && (line || !isString(d.ix.info.TypeOf(arg)) &&
			!isString(d.ix.info.TypeOf(args[i-1]))) {
			items = append(items, item{Directive: fmtverb.Directive{Text: " "}})
		}
		items = append(items, item{plainV, arg})
	}
	if line {
		items = append(items, item{Directive: fmtverb.Directive{Text: "\n"}})
	}
	return items, d.separable(items)
}

// basic reports whether an argument's type is a basic one.
func (d *draft) basic(arg ast.Expr) bool {
	_, ok := types.Unalias(d.ix.info.TypeOf(arg)).(*types.Basic)
	return ok
}

// separable reports whether the arguments may be formatted one by one: all of
// them in ways known here, or evaluating and formatting the others calls
// nothing that could tell.
func (d *draft) separable(items []item) bool {
	direct, n, quiet := 0, 0, true
	var args []ast.Expr
	for _, it := range items {
		if it.Verb == 0 {
			continue
		}
		n++
		args = append(args, it.arg)
		if d.direct(it) {
			direct++
		}
		quiet = quiet && !d.ix.acts(it.arg)
	}
	return d.ix.inOrder(args...) && (direct == n || direct > 0 && quiet)
}

// direct reports whether verbStep knows the item.
func (d *draft) direct(it item) bool {
	_, ok := d.how(it)
	return ok
}

// formatted returns the steps for items. Items that only package fmt can
// format go to one call with the text between them.
func (d *draft) formatted(fun *ast.SelectorExpr, items []item) []step {
	var steps []step
	for i := 0; i < len(items); i++ {
		it := items[i]
		switch {
		case it.Verb == 0:
			d.grow(len(it.Text))
			steps = append(steps, literal(it.Text, ""))
		case d.direct(it):
			steps = append(steps, d.verbSteps(it)...)
		default:
			last := d.lastIndirect(items, i)
			steps = append(steps, d.appendf(fun, items[i:last+1]))
			i = last
		}
	}
	d.gain++
	return steps
}

// lastIndirect returns the last item from i on before the next that is known.
func (d *draft) lastIndirect(items []item, i int) int {
	last := i
	for ; i < len(items); i++ {
		if items[i].Verb == 0 {
			continue
		}
		if d.direct(items[i]) {
			break
		}
		last = i
	}
	return last
}

// appendf returns the step that formats items with package fmt.
func (d *draft) appendf(fun *ast.SelectorExpr, items []item) step {
	var format strings.Builder
	args := []string{""}
	for _, it := range items {
		if it.Verb == 0 {
			format.WriteString(fmtverb.Escape(it.Text))
			continue
		}
		format.WriteString(it.Spec)
		args = append(args, d.render(it.arg))
		d.grow(12)
	}
	args[0] = strconv.Quote(format.String())
	return call(d.render(fun.X)+".Appendf", args...)
}
