package pool

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// inLoop finds the loop whose iterations each make the value, and the place before it
// where one could be made for all.
func (s *pooled) inLoop(cur inspector.Cursor) bool {
	for up := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		s.fn = up.Node().(*ast.FuncDecl)
	}
	for up := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		switch n := up.Node().(type) {
		case *ast.ForStmt:
			s.body = n.Body
		case *ast.RangeStmt:
			s.body = n.Body
		default:
			return false
		}
		if s.loop = up; up.ParentEdgeKind() == edge.LabeledStmt_Stmt {
			s.loop = up.Parent()
		}
		break
	}
	if s.fn == nil || s.body == nil || technique.HasGoto(s.pass, s.fn) ||
		s.notNil || s.form == known && s.mayBuffer() {
		return false
	}
	return technique.InList(s.loop) && technique.Since(s.pass, s.file, "go1.21") // clear
}

// emptiedInLoop reports whether a loop empties the value to use it again.
func (s *pooled) emptiedInLoop() bool {
	for _, use := range technique.UsesOf(s.pass, s.v) {
		parent := use.Parent()
		var empties bool
		switch n := parent.Node().(type) {
		case *ast.SelectorExpr:
			empties = n.Sel.Name == "Reset" || s.form == number && s.computesAnew(parent)
		case *ast.CallExpr:
			empties = technique.IsBuiltin(s.pass.TypesInfo, n, "clear")
		case *ast.StarExpr:
			_, empties = parent.Parent().Node().(*ast.AssignStmt)
		}
		for range parent.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			if empties {
				return true
			}
		}
	}
	return false
}

// computesAnew reports whether a method of the number is called as a statement, and sets it to
// what has nothing to do with its value.
func (s *pooled) computesAnew(sel inspector.Cursor) bool {
	call, ok := sel.Parent().Node().(*ast.CallExpr)
	if !ok || sel.Parent().ParentEdgeKind() != edge.ExprStmt_X ||
		!effects.SetsNumber(s.pass.TypesInfo, call) {
		return false
	}
	return !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return technique.Uses(s.pass.TypesInfo, arg, s.v)
	})
}

// endsWithIteration reports whether nothing of the value is used when the next
// iteration has begun: no deferred call gets it, and no variable from outside of the
// loop leads to it.
func (s *pooled) endsWithIteration(followed map[*types.Var]bool) bool {
	for v := range followed {
		if v.Pos() < s.fn.Pos() || s.fn.End() <= v.Pos() {
			continue // of another function, which ends within the iteration
		}
		if v.Pos() < s.body.Pos() || s.body.End() <= v.Pos() {
			return false
		}
		for _, use := range technique.UsesOf(s.pass, v) {
			for range use.Enclosing((*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
				return false
			}
			for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
				if s.body.Pos() < lit.Node().Pos() {
					return false
				}
			}
		}
	}
	return true
}

// proposeLoop declares the variable before the loop, and empties it where it was
// declared.
//
//	have: for _, s := range list { var buf bytes.Buffer; ... }
//	want: var buf bytes.Buffer; for _, s := range list { buf.Reset(); ... }
func (s *pooled) proposeLoop() (technique.Proposal, bool) {
	if s.form == whole {
		return s.wholeInLoop(), true
	}
	name, before := s.v.Name(), s.beforeLoop()
	if e := s.constantPart(); e != nil && !technique.ResolvesSameAt(s.pass, e, before) {
		return technique.Proposal{}, false
	}
	var edits []analysis.TextEdit
	if s.taken(name) {
		name = technique.FreshName(s.pass, s.file, name)
		for i := 2; s.taken(name); i++ {
			name = technique.FreshName(s.pass, s.file, fmt.Sprint(s.v.Name(), i))
		}
		for _, id := range s.uses {
			edits = append(edits, technique.Replace(id, name))
		}
	}
	s.names[s.given(name)] = true
	declared, emptied := s.hoisted(name)
	if declared == "" {
		return technique.Proposal{}, false
	}
	edits = append(edits, technique.Insert(before, declared+"\n"),
		technique.Replace(s.stmt, emptied))
	return technique.Proposal{At: s.stmt, Safe: !s.trusted, Edits: edits,
		Message: "keep " + s.v.Name() + " from one iteration to the next"}, true
}

// beforeLoop returns where the loop begins, with the comment above it.
func (s *pooled) beforeLoop() token.Pos {
	loop, tok := s.loop.Node(), s.pass.Fset.File(s.file.FileStart)
	for _, group := range s.file.Comments {
		if group.End() < loop.Pos() && tok.Line(group.End())+1 == tok.Line(loop.Pos()) &&
			s.fn.Body.Pos() < group.Pos() {
			before, ok := s.loop.PrevSibling()
			if !ok || tok.Line(before.Node().End()) < tok.Line(group.Pos()) {
				return group.Pos()
			}
		}
	}
	return loop.Pos()
}

// taken reports whether a name has another meaning between the block of the loop and
// that of the variable, or was given in the function.
func (s *pooled) taken(name string) bool {
	_, obj := s.v.Parent().Parent().LookupParent(name, s.fn.End())
	return obj != nil || s.names[s.given(name)]
}

func (s *pooled) given(name string) string { return fmt.Sprint(s.fn.Pos(), " ", name) }

// constantPart returns the part of the declaration that also stands before the loop.
func (s *pooled) constantPart() ast.Expr {
	switch s.form {
	case own, ownValue:
		return nil // the type's name, which is known to be visible
	case array:
		return s.value
	case number:
		call := effects.NumberStart(s.pass.TypesInfo, s.value).(*ast.CallExpr)
		if s.pass.TypesInfo.Types[call.Fun].IsBuiltin() {
			return call.Args[0]
		}
		return call.Fun
	}
	switch e := s.value.(type) {
	case nil:
		return s.stmt.(*ast.DeclStmt).Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Type
	case *ast.UnaryExpr:
		return ast.Unparen(e.X).(*ast.CompositeLit).Type
	case *ast.CompositeLit:
		return e.Type
	case *ast.CallExpr:
		if s.form != known && len(e.Args) > 0 && s.pass.TypesInfo.Types[e.Args[0]].IsType() {
			return e.Args[0]
		}
		return e.Fun
	}
	return nil
}

// hoisted returns the declaration before the loop, and what empties the variable in it.
func (s *pooled) hoisted(v string) (declared, emptied string) {
	text := func(e ast.Expr) string { return technique.Text(s.pass, e) }
	switch s.form {
	case object:
		return "var " + v + " " + text(s.constantPart()), v + ".Reset()"
	case pointer, hashed:
		return v + " := " + text(s.value), v + ".Reset()"
	case table:
		return v + " := make(" + text(s.constantPart()) + ")", "clear(" + v + ")"
	case array:
		return v + " := " + text(s.value), "clear(" + v + ")"
	case bytesArray:
		typ := text(s.constantPart())
		return "var " + v + " " + typ, v + " = " + typ + "{}"
	case known:
		return v + " := " + text(s.constantPart()) + "(" + s.zeroes() + ")",
			v + ".Reset(" + s.renewed() + ")"
	case own, ownValue:
		return s.hoistedStruct(v)
	case number:
		return s.hoistedNumber(v)
	}
	return "", ""
}

// hoistedStruct returns the same for a struct of the package.
func (s *pooled) hoistedStruct(v string) (declared, emptied string) {
	typ := s.named.Obj().Name()
	value, fields := typ+"{}", ""
	if s.large() {
		fields = strings.Join(append([]string{""}, s.fields(v)...), "\n")
	} else if lit, ok := s.literal.(*ast.CompositeLit); ok {
		value = technique.Patch(s.pass, lit, s.arguments)
	}
	if s.form == own {
		return v + " := new(" + typ + ")", "*" + v + " = " + value + fields
	}
	return "var " + v + " " + typ, v + " = " + value + fields
}
