package reusefield

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// field is a field whose memory is renewed.
type field struct {
	pass    *analysis.Pass
	v       *types.Var
	owner   *types.TypeName // of the struct, nil where it has none
	renewed []renewed
	grows   []ast.Node // what appends to it, or writes entries
	walker  *effects.Walker
	taken   ast.Node // the statement that takes the memory, and sees to it that it comes back
}

func newField(pass *analysis.Pass, v *types.Var) *field {
	f := &field{pass: pass, v: v, owner: technique.OwnerOf(pass, v)}
	f.walker = effects.NewWalker(pass, effects.Rules{Node: f.leaves, Builtin: builtin,
		Library: f.library})
	return f
}

// propose matches the uses of the field, and writes each renewal anew.
//
//	have: x.f = make([]T, 0)        x.f = make([]T, n)                        x.m = map[K]V{}
//	want: x.f = x.f[:0]             x.f = append(x.f[:0], make([]T, n)...)    clear(x.m)
func (f *field) propose() (technique.Proposal, bool) {
	var none technique.Proposal
	if f.owner == nil || !f.used() || !technique.NeverCopied(f.pass, f.owner) ||
		!technique.NamesFields(f.pass, f.owner) {
		return none, false
	}
	p := technique.Proposal{Message: "empty " + f.v.Name() + " instead of making a new one"}
	var made []ast.Node
	for _, r := range f.renewed {
		edits, ok := f.emptied(r)
		if !ok {
			return none, false
		}
		p.Edits = append(p.Edits, edits...)
		if f.isMap() && !f.pass.TypesInfo.Types[r.made].IsNil() || f.hasRoom(r.made) {
			made = append(made, r.made)
		}
	}
	made = append(made, f.grows...)
	if len(made) == 0 {
		return none, false
	}
	p.At, p.Also = made[0], made[1:]
	return p, true
}

// hasRoom reports whether what makes a slice takes memory for it.
func (f *field) hasRoom(made ast.Expr) bool {
	call, ok := made.(*ast.CallExpr)
	if !ok {
		return false
	}
	return !technique.IsInt(f.pass.TypesInfo, call.Args[len(call.Args)-1], 0)
}

// emptied returns what empties the field where it was made.
func (f *field) emptied(r renewed) ([]analysis.TextEdit, bool) {
	info, on := f.pass.TypesInfo, technique.Text(f.pass, r.on)
	if !technique.Pure(info, r.on) {
		return nil, false
	}
	if r.built != nil {
		return f.refilled(r, on)
	}
	var text string
	var edits []analysis.TextEdit
	switch t := f.v.Type().Underlying().(type) {
	case *types.Map:
		var ok bool
		if text, ok = technique.EmptyMap(f.pass, r.file, r.on, on, t); !ok {
			return nil, false
		}
		if info.Types[r.made].IsNil() {
			ok = (f.fills(r) || f.flushes(r)) && f.writesLazily()
		} else {
			text, ok = f.madeOr(r, on, text)
		}
		if !ok {
			return nil, false
		}
	case *types.Slice:
		var ok bool
		if text, edits, ok = f.emptySlice(r, on); !ok {
			return nil, false
		}
		if f.clears(r) && !f.ofZeros(r) {
			text = "clear(" + on + ")\n" + text // let go of what the elements lead to
		}
	default:
		return nil, false
	}
	return append(edits, technique.Replace(r.stmt.Node(), text)), true
}

// madeOr writes what makes a map where there is none, and else empties it.
func (f *field) madeOr(r renewed, on, empty string) (string, bool) {
	return "if " + on + " == nil {\n" + on + " = " + technique.Text(f.pass, r.made) +
			"\n} else {\n" + empty + "\n}",
		technique.Predeclared(f.pass, r.on.Pos(), "nil", "make")
}

// emptySlice writes what gives a slice no elements, or as many zeros as it had.
func (f *field) emptySlice(r renewed, on string) (string, []analysis.TextEdit, bool) {
	info := f.pass.TypesInfo
	call, ok := r.made.(*ast.CallExpr)
	if !ok {
		return on + " = " + on + "[:0]", nil,
			r.built != nil || !info.Types[r.made].IsNil() || f.fills(r) || f.flushes(r)
	}
	if f.ofZeros(r) {
		text, ok := f.zeros(r, on, call)
		return text, nil, ok
	}
	if !technique.IsInt(info, call.Args[1], 0) {
		return "", nil, false
	}
	if len(call.Args) == 2 {
		return on + " = " + on + "[:0]", nil, true
	}
	return f.emptyWithRoom(r, on, call)
}

// ofZeros reports whether a field gets a slice that has elements.
func (f *field) ofZeros(r renewed) bool {
	call, ok := r.made.(*ast.CallExpr)
	return ok && len(call.Args) == 2 && !technique.IsInt(f.pass.TypesInfo, call.Args[1], 0)
}

// emptyWithRoom writes what gives a slice no elements, and room for some.
func (f *field) emptyWithRoom(r renewed, on string, call *ast.CallExpr) (string,
	[]analysis.TextEdit, bool) {
	room, size := call.Args[2], technique.Text(f.pass, call.Args[2])
	if ask, ok := room.(*ast.CallExpr); ok && f.keepsRoom(ask) {
		return on + " = " + on + "[:0]", nil, true
	}
	if !technique.NotNegative(f.pass, room) || f.clears(r) && !f.calm(r, room) ||
		!types.AssignableTo(f.pass.TypesInfo.TypeOf(room), types.Typ[types.Int]) {
		return "", nil, false
	}
	if !technique.Since(f.pass, r.file, "go1.21") { // its like, before there was slices.Grow
		return fmt.Sprintf("%s = append(%[1]s[:0], make(%s, %s)...)[:0]", on,
				technique.Text(f.pass, call.Args[0]), size), nil,
			technique.Predeclared(f.pass, r.on.Pos(), "append", "make")
	}
	pkg, edits := technique.AddImport(f.pass, r.file, call.Pos(), "slices")
	return fmt.Sprintf("%s = %s.Grow(%[1]s[:0], %[3]s)", on, pkg, size), edits, true
}
