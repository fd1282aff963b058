package inplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// propose lets what is kept begin in the memory of the other slice.
func (f *filter) propose() technique.Proposal {
	name, begin := f.name()
	kept := f.kept.Name()
	begin += kept + " := " + name + "[:0]"
	p := technique.Proposal{At: f.grows[0].Node(),
		Message: "keep the elements in the memory of " + name, Edits: f.called}
	if f.v == nil {
		p.Message = "keep the elements in the memory that was made for all of them"
		p.Edits = append(p.Edits, technique.Replace(f.call, name))
	}
	for _, grow := range f.grows[1:] {
		p.Also = append(p.Also, grow.Node())
	}
	if f.value != nil {
		p.Also = append(p.Also, f.value)
	}
	if f.early() {
		p.Edits = append(p.Edits, technique.Remove(f.pass, f.start.Node()),
			technique.Insert(technique.Start(f.pass, f.file, f.loop.Node()), begin+"\n"))
	} else {
		p.Edits = append(p.Edits, technique.Replace(f.start.Node(), begin))
	}
	if after := f.after(name); after != "" {
		p.Edits = append(p.Edits, technique.Insert(f.loop.Node().End(), after))
	}
	return p
}

// name returns the name of the slice that the loop goes over, and the statement that gives it
// one where it has none.
func (f *filter) name() (name, begin string) {
	if f.v != nil {
		return f.v.Name(), ""
	}
	name = technique.FreeName(f.fn.Node(), named(f.pass.TypesInfo, f.call), "list", "all")
	return name, name + " := " + technique.Text(f.pass, f.call) + "\n"
}

// named returns what the result of a call is usually called.
func named(info *types.Info, e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok {
		if fn, ok := technique.Func(info, call); ok {
			switch fn.Name() {
			case "Split", "SplitN", "SplitAfter", "SplitAfterN", "FieldsFunc":
				return "parts"
			case "Fields":
				return "fields"
			case "ReadDir":
				return "entries"
			}
		}
	}
	return "list"
}

// early reports whether the other slice is declared before there is what it is a part of: before
// the last statement that gives the variable a value.
func (f *filter) early() bool {
	if f.v == nil {
		next, _ := f.start.NextSibling()
		return next != f.loop
	}
	last := f.v.Pos()
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if given, _ := technique.Replaced(use); given {
			last = max(last, use.Node().Pos())
		}
	}
	return f.start.Node().Pos() < last
}

// after returns what follows the loop: what was left out is cleared, and nothing is nil, or is not,
// as it was.
func (f *filter) after(name string) string {
	kept, text := f.kept.Name(), ""
	pos := f.loop.Node().End()
	elem := f.kept.Type().Underlying().(*types.Slice).Elem()
	if technique.Pointers(elem) && technique.Since(f.pass, f.file, "go1.21") && f.leaves() &&
		technique.Predeclared(f.pass, pos, "clear", "len") {
		text = "\nclear(" + name + "[len(" + kept + "):])"
	}
	switch {
	case effects.NilUnseen(f.pass, f.kept) || f.askedEmpty():
	case f.nilStart():
		text += "\nif len(" + kept + ") == 0 {\n" + kept + " = nil\n}"
	case !f.full:
		text += "\nif " + kept + " == nil {\n" + kept + " = " +
			technique.Text(f.pass, f.value) + "\n}"
	}
	return text
}

// leaves reports whether a use behind the loop may let what is kept live longer: more than to look
// at its elements, to sort or to print them.
func (f *filter) leaves() bool {
	info := f.pass.TypesInfo
	for _, use := range technique.UsesOf(f.pass, f.kept) {
		if use.Node().Pos() < f.loop.Node().End() {
			continue
		}
		switch n := use.Parent().Node().(type) {
		case *ast.IndexExpr, *ast.RangeStmt, *ast.BinaryExpr:
			continue
		case *ast.CallExpr:
			fn, ok := technique.Func(info, n)
			if ok && effects.Known(fn) && !effects.Of(fn).Has(effects.Keeps) ||
				technique.IsBuiltin(info, n, "len") {
				continue
			}
		}
		return true
	}
	return false
}

// askedEmpty reports whether the next statement leaves where nothing was kept, and names it no
// more.
//
//	if len(kept) == 0 { return nil }
func (f *filter) askedEmpty() bool {
	next, ok := f.loop.NextSibling()
	if !ok {
		return false
	}
	return emptyLeaves(f.pass, next, f.kept)
}

func emptyLeaves(pass *analysis.Pass, stmt inspector.Cursor, v *types.Var) bool {
	info := pass.TypesInfo
	n, ok := stmt.Node().(*ast.IfStmt)
	if !ok || n.Init != nil || technique.Uses(info, n.Body, v) || len(n.Body.List) == 0 {
		return false
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || !technique.IsInt(info, cond.Y, 0) {
		return false
	}
	call, ok := cond.X.(*ast.CallExpr)
	_, leaves := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
	return ok && leaves && technique.IsBuiltin(info, call, "len") &&
		technique.Names(info, call.Args[0], v)
}
