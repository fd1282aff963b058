package recognise

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// IsPrint reports whether call is one of the print functions of package fmt with
// that letter: S for those that return a string, F for those with a writer.
func (ix *Package) IsPrint(call *ast.CallExpr, letter string) bool {
	return slices.ContainsFunc([]string{"printf", "print", "println"}, func(name string) bool {
		return technique.IsFunc(ix.Info, call, "fmt", letter+name)
	})
}

// Item is a part of a formatted text: literal text, or an argument with its
// verb.
type Item struct {
	fmtverb.Directive
	Arg ast.Expr
}

// Items splits a formatted text. It is not ok when the arguments are not one
// for each verb, or would be printed in an order that package fmt decides.
func (ix *Package) Items(name string, args []ast.Expr) ([]Item, bool) {
	if name != "printf" {
		return ix.operandItems(name == "println", args)
	}
	if len(args) == 0 {
		return nil, false
	}
	format, ok := ix.Text(args[0])
	if !ok {
		return nil, false
	}
	list, ok := fmtverb.Parse(format)
	if !ok {
		return nil, false
	}
	args = args[1:]
	var items []Item
	for _, part := range list {
		it := Item{Directive: part}
		if part.Verb != 0 {
			if len(args) == 0 {
				return nil, false
			}
			it.Arg, args = args[0], args[1:]
		}
		items = append(items, it)
	}
	return items, len(args) == 0 && ix.separable(items)
}

// plainV is the verb of Sprint and Sprintln.
var plainV = fmtverb.Directive{Verb: 'v', Spec: "%v", Prec: -1, Plain: true}

// operandItems returns the items of Sprint and Sprintln: the first puts spaces
// between operands when neither is a string, the second always.
func (ix *Package) operandItems(line bool, args []ast.Expr) ([]Item, bool) {
	var items []Item
	for i, arg := range args {
		if _, basic := types.Unalias(ix.Info.TypeOf(arg)).(*types.Basic); !basic {
			return nil, false // whether it is a string is not known here
		}
		if i > 0 && (line || !technique.IsText(ix.Info.TypeOf(arg)) &&
			!technique.IsText(ix.Info.TypeOf(args[i-1]))) {
			items = append(items, Item{Directive: fmtverb.Directive{Text: " "}})
		}
		items = append(items, Item{plainV, arg})
	}
	if line {
		items = append(items, Item{Directive: fmtverb.Directive{Text: "\n"}})
	}
	return items, ix.separable(items)
}

// separable reports whether the arguments may be formatted one by one: all of
// them in ways known here, or evaluating and formatting the others calls
// nothing whose effects could show the order.
func (ix *Package) separable(items []Item) bool {
	known, inert := 0, true
	var args []ast.Expr
	for _, it := range items {
		if it.Verb == 0 {
			continue
		}
		args = append(args, it.Arg)
		if _, direct := ix.How(it); direct {
			known++
		}
		inert = inert && !ix.acts(it.Arg)
	}
	return ix.inOrder(args...) && (known == len(args) || known > 0 && inert)
}

// How returns the way in which an argument with a verb is appended without
// package fmt, with exactly the text that it would print, if there is one.
func (ix *Package) How(it Item) (fmtverb.Way, bool) {
	t := types.Unalias(ix.Info.TypeOf(it.Arg))
	way, ok := fmtverb.Of(t, it.Directive)
	switch way.Kind {
	case fmtverb.Bytes:
		_, plain := t.(*types.Slice)
		return way, ok && plain
	case fmtverb.Rune:
		return way, ok && ix.Info.Types[it.Arg].Value == nil
	case fmtverb.Hex:
		return way, false
	}
	return way, ok
}

// LastIndirect returns the last item from i on that needs package fmt, before
// the next that does not.
func (ix *Package) LastIndirect(items []Item, i int) int {
	last := i
	for ; i < len(items); i++ {
		if items[i].Verb == 0 {
			continue
		}
		if _, direct := ix.How(items[i]); direct {
			break
		}
		last = i
	}
	return last
}
