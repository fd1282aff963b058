package returnedfunc

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// captures finds the variables of the function that the literal uses. None may change after
// they have begun, and all must have types that are copied with what they lead to.
func (r *returned) captures() bool {
	for n := range ast.Preorder(r.lit) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := r.pass.TypesInfo.Uses[id]
		if obj == nil || obj.Pos() < r.decl.Pos() || r.decl.End() <= obj.Pos() ||
			r.lit.Pos() <= obj.Pos() && obj.Pos() < r.lit.End() {
			continue
		}
		v, isVar := obj.(*types.Var)
		if !isVar || v.IsField() {
			if isVar {
				continue
			}
			return false // a type or a constant of the function
		}
		if slices.Contains(r.uses, v) {
			continue
		}
		if v.Name() == "call" || !copied(v.Type()) || !technique.Fixed(r.pass, v) {
			return false
		}
		r.uses = append(r.uses, v)
	}
	return len(r.uses) > 0
}

// copied reports whether a variable of type t can be copied, and has no parts that are
// variables themselves.
func copied(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Interface:
		_, parameter := types.Unalias(t).(*types.TypeParam)
		return !parameter
	}
	return technique.IsNamed(t, "time", "Time")
}

// rewrite declares the struct and its method below the function, and has the function
// return it.
func (r *returned) rewrite(name string) bool {
	if technique.Commented(r.pass, r.lit.Type) {
		return false
	}
	recv := r.receiver()
	if recv == "" {
		return false
	}
	var fields, literal strings.Builder
	for i, v := range r.uses {
		text, edits, ok := technique.TypeText(r.pass, r.file, r.decl.Name.Pos(), v.Type())
		if !ok {
			return false
		}
		r.edits = append(r.edits, edits...)
		fmt.Fprintf(&fields, "\t%s %s\n", v.Name(), text)
		if i > 0 {
			literal.WriteString(", ")
		}
		fmt.Fprintf(&literal, "%s: %s", v.Name(), v.Name())
	}
	with := make(map[ast.Node]string)
	for n := range ast.Preorder(r.lit.Body) {
		if id, ok := n.(*ast.Ident); ok {
			v, _ := r.pass.TypesInfo.Uses[id].(*types.Var)
			if v != nil && slices.Contains(r.uses, v) {
				with[id] = recv + "." + v.Name()
			}
		}
	}
	r.edits = append(r.edits, technique.Insert(r.decl.End(), fmt.Sprintf(
		"\n\n// %s is what %s returns, to be called.\ntype %s struct {\n%s}\n\n"+
			"func (%s %s) call%s %s", name, r.fn.Name(), name, fields.String(), recv, name,
		strings.TrimPrefix(technique.Text(r.pass, r.lit.Type), "func"),
		technique.Patch(r.pass, r.lit.Body, with))),
		technique.Replace(r.lit, name+"{"+literal.String()+"}"),
		technique.Replace(r.decl.Type.Results.List[r.at].Type, name))
	for _, x := range r.nils {
		r.edits = append(r.edits, technique.Replace(x, name+"{}"))
	}
	return true
}

// receiver returns a name for the receiver that means nothing else in the literal.
func (r *returned) receiver() string {
	used := make(map[string]bool)
	for n := range ast.Preorder(r.lit) {
		if id, ok := n.(*ast.Ident); ok {
			used[id.Name] = true
		}
	}
	for _, name := range []string{"f", "d", "g", "self"} {
		if !used[name] {
			return name
		}
	}
	return ""
}
