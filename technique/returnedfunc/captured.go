package returnedfunc

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// captures finds the variables of the function that the literal uses. All must be settled, and
// have types that are copied with what they lead to.
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
		if v.Name() == "call" || !copied(v.Type()) || !r.settled(v) {
			return false
		}
		r.uses = append(r.uses, v)
	}
	return len(r.uses) > 0
}

// settled reports whether nothing but the literal changes a variable from the moment on that
// the literal is evaluated, nor sees it changed by the literal: the variable never changes; or
// no other literal uses it, nothing has its address, and it is not assigned to after that. Of
// a literal that is evaluated to be returned this is known, because of the function nothing but
// deferred calls runs after it. One in a variable must not be reached again.
func (r *returned) settled(v *types.Var) bool {
	if technique.Fixed(r.pass, v) {
		return true
	}
	if r.held != nil && r.reached() {
		return false
	}
	changed, shared := false, false
	for _, use := range technique.UsesOf(r.pass, v) {
		given, addressed := technique.Replaced(use)
		if addressed || technique.ByMethod(r.pass.TypesInfo, use) {
			return false
		}
		if r.held != nil && given && use.Node().Pos() > r.lit.Pos() {
			return false
		}
		around, _ := technique.EnclosingFunc(use)
		if !r.within(use) {
			if around != r.cur {
				return false // a literal that may run later
			}
			continue
		}
		changed = changed || given
		shared = shared || around.Node() != r.lit
	}
	if changed {
		r.changes = true
	}
	r.moved = append(r.moved, v)
	return !changed || !shared
}

// reached reports whether the literal could be reached again, after what stands behind it.
func (r *returned) reached() bool {
	lit, ok := technique.Find(r.pass, r.lit)
	return !ok || technique.InLoop(lit.Parent()) || technique.HasGoto(r.pass, r.decl)
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

// declared returns where the function declares the variables that were on the heap because
// they change.
func (r *returned) declared() (names []ast.Node) {
	for n := range ast.Preorder(r.decl) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := r.pass.TypesInfo.Defs[id].(*types.Var)
		if ok && slices.Contains(r.moved, v) {
			names = append(names, id)
		}
	}
	return names
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
	r.edits = append(r.edits, technique.Insert(r.decl.End(), fmt.Sprintf(
		"\n\n// %s is what %s returns, to be called.\ntype %s struct {\n%s}\n\n%s",
		name, r.fn.Name(), name, fields.String(), r.method(recv, name))),
		technique.Replace(r.lit, name+"{"+literal.String()+"}"),
		technique.Replace(r.decl.Type.Results.List[r.at].Type, name))
	for _, x := range r.nils {
		r.edits = append(r.edits, technique.Replace(x, name+"{}"))
	}
	return true
}

// method returns the declaration of the method that does what the literal did.
func (r *returned) method(recv, name string) string {
	with := make(map[ast.Node]string)
	for n := range ast.Preorder(r.lit.Body) {
		if id, ok := n.(*ast.Ident); ok {
			v, _ := r.pass.TypesInfo.Uses[id].(*types.Var)
			if v != nil && slices.Contains(r.uses, v) {
				with[id] = recv + "." + v.Name()
			}
		}
	}
	if r.changes {
		name = "*" + name
	}
	return fmt.Sprintf("func (%s %s) call%s %s", recv, name,
		strings.TrimPrefix(technique.Text(r.pass, r.lit.Type), "func"),
		technique.Patch(r.pass, r.lit.Body, with))
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
