// Package concat makes a slice of others in one piece, where append would make one
// for the first and move it for the next.
package concat

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("concat",
		"join slices, or insert into one, without what is thrown away at once\n\n"+
			"A literal to which append adds a slice is made and then moved, and so is a "+
			"copy to which a second one is added, by the next statement, too; a loop over "+
			"slices, or statements that append one after the other, to a field, too, move what "+
			"they have again and again. One slice of the whole length does. An element that is "+
			"inserted by way of a copy of all that follows it is what slices.Insert does without "+
			"one. What a loop puts before all others is appended, and in the end all are "+
			"reversed. An element that only makes a slice longer, before the others move over "+
			"it, may be nil.\n\n"+
			"The rewrite assumes that no code relies on spare capacity, which append does "+
			"not promise, nor looks there for what was left by a panic. For an index that is "+
			"out of range slices.Insert panics with another text, where no statement can ask "+
			"before.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title: "Join slices in one piece",
	Causes: []string{"append-grows", "slice-literal", "escaping-literal",
		"string-bytes-conversion"},
	Risk: technique.Checked,
}

// propose asks about a call of append.
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	j := &joining{pass: pass, call: cur.Node().(*ast.CallExpr),
		file: technique.FileOf(pass, cur.Node().Pos())}
	if j.file == nil || j.inner(cur) {
		return technique.Proposal{}, false
	}
	if p, ok := j.inSteps(cur); ok {
		return p, true
	}
	if p, ok := j.placeholder(cur); ok {
		return p, true
	}
	if !j.spreads(j.call) {
		return j.copied()
	}
	if p, ok := j.inserted(cur); ok {
		return p, true
	}
	if p, ok := j.prepended(cur); ok {
		return p, true
	}
	if p, ok := j.flattened(cur); ok {
		return p, true
	}
	if p, ok := j.inSequence(cur); ok {
		return p, true
	}
	if p, ok := j.joined(); ok && !j.spread(cur) {
		return p, true
	}
	if p, ok := j.headed(cur); ok {
		return p, true
	}
	if p, ok := j.prefixed(); ok && !j.spread(cur) && !j.forked(cur) {
		return p, true
	}
	if p, ok := j.behindText(cur); ok && !j.spread(cur) {
		return p, true
	}
	return j.copied()
}

// joining is a call of append with a slice of elements.
type joining struct {
	pass *analysis.Pass
	file *ast.File
	call *ast.CallExpr
}

// spreads reports whether a call appends all elements of something.
func (j *joining) spreads(call *ast.CallExpr) bool {
	return technique.IsBuiltin(j.pass.TypesInfo, call, "append") && call.Ellipsis.IsValid() &&
		len(call.Args) == 2
}

// inner reports whether the call is what another one adds to.
func (j *joining) inner(cur inspector.Cursor) bool {
	outer, ok := cur.Parent().Node().(*ast.CallExpr)
	return ok && technique.IsBuiltin(j.pass.TypesInfo, outer, "append") &&
		cur.ParentEdgeKind() == edge.CallExpr_Args && cur.ParentEdgeIndex() == 0
}

// spread reports whether the elements of the result are only appended to another
// slice. It is on the stack then.
func (j *joining) spread(cur inspector.Cursor) bool {
	outer, ok := cur.Parent().Node().(*ast.CallExpr)
	return ok && j.spreads(outer)
}

func (j *joining) text(n ast.Node) string { return technique.Text(j.pass, n) }

// inserted matches the insertion of elements.
//
//	have: append(s[:i], append([]T{x, y}, s[i:]...)...)
//	want: _ = s[:i]; slices.Insert(s, i, x, y)
func (j *joining) inserted(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	tail, ok := ast.Unparen(j.call.Args[1]).(*ast.CallExpr)
	if !ok || !j.spreads(tail) || !technique.Since(j.pass, j.file, "go1.21") {
		return none, false
	}
	lit, ok := j.literal(tail.Args[0])
	front, ok1 := ast.Unparen(j.call.Args[0]).(*ast.SliceExpr)
	back, ok2 := ast.Unparen(tail.Args[1]).(*ast.SliceExpr)
	if !ok || !ok1 || !ok2 || front.Low != nil || front.High == nil || front.Slice3 ||
		back.High != nil || back.Low == nil {
		return none, false
	}
	info := j.pass.TypesInfo
	if !technique.Pure(info, front.X) || !technique.SameExpr(info, front.X, back.X) ||
		!technique.Pure(info, front.High) || j.text(front.High) != j.text(back.Low) ||
		!types.Identical(info.TypeOf(front.High), types.Typ[types.Int]) ||
		!types.Identical(info.TypeOf(front.X), info.TypeOf(j.call)) ||
		isArray(info.TypeOf(front.X)) {
		return none, false
	}
	pkg, edits := technique.AddImport(j.pass, j.file, j.call.Pos(), "slices")
	text := pkg + ".Insert(" + j.text(front.X) + ", " + j.text(front.High) + ", " +
		j.elements(lit) + ")"
	return technique.Proposal{At: tail, Also: []ast.Node{lit, j.call},
		Message: "insert without a copy of what follows",
		Edits:   append(append(edits, j.bound(cur, front)...), technique.Replace(j.call, text)),
	}, !j.commented()
}

// bound checks the index before the statement: for one beyond the capacity it panics as
// before, and slices.Insert would with another text.
func (j *joining) bound(cur inspector.Cursor, front *ast.SliceExpr) []analysis.TextEdit {
	stmt := cur.Parent()
	switch n := stmt.Node().(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 {
			return nil
		}
	case *ast.ReturnStmt:
		if len(n.Results) != 1 {
			return nil
		}
	default:
		return nil
	}
	v := j.pass.TypesInfo.Types[front.High].Value
	if !technique.InList(stmt) || v != nil && constant.Sign(v) == 0 {
		return nil
	}
	return []analysis.TextEdit{technique.Insert(stmt.Node().Pos(), "_ = "+j.text(front)+"\n")}
}

func isArray(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// literal returns a literal of a slice that has elements, without keys.
func (j *joining) literal(e ast.Expr) (*ast.CompositeLit, bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 || lit.Type == nil {
		return nil, false
	}
	if _, ok := technique.Elements(j.pass, lit); !ok {
		return nil, false
	}
	_, ok = j.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Slice)
	return lit, ok
}

// elements returns the text of a literal's elements.
func (j *joining) elements(lit *ast.CompositeLit) string {
	list, _ := technique.Elements(j.pass, lit)
	return strings.Join(list, ", ")
}

// behindText matches the bytes of a text before others.
//
//	have: append([]byte("id:"), b...)
//	want: append(append(make([]byte, 0, 3+len(b)), "id:"...), b...)
//
// A text that a call gives gets a name in the statement before.
func (j *joining) behindText(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	info, xs := j.pass.TypesInfo, j.call.Args[1]
	conv, ok := j.converted(j.call.Args[0])
	if !ok || info.Types[xs].Value != nil || info.Types[xs].IsNil() || !technique.Pure(info, xs) ||
		!j.predeclared() || j.commented() {
		return none, false
	}
	var edits []analysis.TextEdit
	text := j.text(conv.Args[0])
	size := "len(" + text + ")"
	if constant, ok := technique.ConstantText(info, conv.Args[0]); ok {
		size = strconv.Itoa(len(constant))
	} else if !technique.Pure(info, conv.Args[0]) {
		if !j.first(cur) {
			return none, false
		}
		name := technique.FreshName(j.pass, j.file, "text")
		edits = append(edits, technique.Insert(cur.Parent().Node().Pos(), name+" := "+text+"\n"))
		text, size = name, "len("+name+")"
	}
	made := fmt.Sprintf("append(make(%s, 0, %s+len(%s)), %s...)", j.text(ast.Unparen(conv.Fun)),
		size, j.text(xs), text)
	return technique.Proposal{At: j.call, Also: []ast.Node{conv}, Message: "make one slice of both",
		Edits: append(edits, technique.Replace(conv, made))}, true
}

// converted matches the conversion to bytes of a text that is not the constant "".
func (j *joining) converted(e ast.Expr) (*ast.CallExpr, bool) {
	info := j.pass.TypesInfo
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !info.Types[conv.Fun].IsType() ||
		!technique.IsBytes(info.TypeOf(conv)) || !technique.IsText(info.TypeOf(conv.Args[0])) {
		return nil, false
	}
	text, constant := technique.ConstantText(info, conv.Args[0])
	return conv, !constant || text != ""
}

// first reports whether nothing but the call of append is in its statement that could do
// anything, so that what it calls may be called before.
func (j *joining) first(cur inspector.Cursor) bool {
	stmt := cur.Parent()
	switch n := stmt.Node().(type) {
	case *ast.ReturnStmt:
		return len(n.Results) == 1 && technique.InList(stmt)
	case *ast.AssignStmt:
		return len(n.Lhs) == 1 && len(n.Rhs) == 1 && technique.InList(stmt) &&
			(n.Tok == token.DEFINE || technique.Pure(j.pass.TypesInfo, n.Lhs[0]))
	}
	return false
}

func (j *joining) predeclared() bool {
	return technique.Predeclared(j.pass, j.call.Pos(), "make", "len", "append")
}

// copied matches a copy to which more is added: slices, or elements.
//
//	have: append(append([]T{}, xs...), ys...)
//	want: append(append(make([]T, 0, len(xs)+len(ys)), xs...), ys...)
//
//	have: append(slices.Clone(xs), y)
//	want: append(append(make([]T, 0, len(xs)+1), xs...), y)
//
// With an element the whole is not nil, whatever it begins as.
func (j *joining) copied() (technique.Proposal, bool) {
	var none technique.Proposal
	info := j.pass.TypesInfo
	var parts []string
	count, follows := 0, false
	e := ast.Expr(j.call)
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || !technique.IsBuiltin(info, call, "append") {
			break
		}
		if call.Ellipsis.IsValid() {
			xs := call.Args[len(call.Args)-1]
			if len(call.Args) != 2 || !technique.Pure(info, xs) || info.Types[xs].IsNil() {
				return none, false
			}
			parts = append([]string{"len(" + j.text(xs) + ")"}, parts...)
			_, isName := ast.Unparen(xs).(*ast.Ident)
			follows = follows || !isName
		} else if count += len(call.Args) - 1; follows && j.acts(call.Args[1:]) {
			return none, false // before the length of what may panic is asked for
		}
		e = call.Args[0]
	}
	typ, ok := j.emptyOf(e)
	if !ok && count > 0 {
		typ, ok = j.nilOf(e)
	}
	of := ""
	if clone, isClone := technique.CloneOf(j.pass, e); !ok && isClone && count > 0 &&
		technique.Pure(info, clone.Of) && !j.grows() {
		if typ, ok = j.typeOf(clone.Of); ok {
			of = j.text(clone.Of)
			parts = append([]string{"len(" + of + ")"}, parts...)
		}
	}
	if !ok || len(parts) == 0 || len(parts) == 1 && count == 0 || !j.predeclared() ||
		j.commented() {
		return none, false
	}
	if count > 0 {
		parts = append(parts, strconv.Itoa(count))
	}
	made := "make(" + typ + ", 0, " + strings.Join(parts, "+") + ")"
	if of != "" {
		made = "append(" + made + ", " + of + "...)"
	}
	return technique.Proposal{At: j.call, Message: "make room for all that is appended",
		Also: []ast.Node{e}, Edits: []analysis.TextEdit{technique.Replace(e, made)}}, true
}

// grows reports whether the whole begins a variable that more is appended to later. The copy may
// have had room for that, as slices.Clone rounds up.
func (j *joining) grows() bool {
	cur, ok := technique.Find(j.pass, j.call)
	if !ok {
		return true
	}
	as, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != len(as.Rhs) {
		return false
	}
	id, ok := as.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	v := j.pass.TypesInfo.ObjectOf(id)
	if v == nil {
		return false
	}
	return slices.ContainsFunc(technique.UsesOf(j.pass, v), func(use inspector.Cursor) bool {
		return use.Node().Pos() > j.call.End() && technique.Grown(j.pass, use) != use
	})
}

// typeOf returns how the type of an expression is written here, where that needs no import.
func (j *joining) typeOf(e ast.Expr) (string, bool) {
	t := j.pass.TypesInfo.TypeOf(e)
	text, imports, ok := technique.TypeText(j.pass, j.file, j.call.Pos(), t)
	return text, ok && len(imports) == 0
}

// acts reports whether one of some expressions may do more than to compute.
func (j *joining) acts(list []ast.Expr) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool {
		return !effects.Only(j.pass, e, effects.Keeps|effects.Panics)
	})
}

// emptyOf returns the type of an expression that makes a slice without elements
// that is not nil.
func (j *joining) emptyOf(e ast.Expr) (string, bool) {
	info := j.pass.TypesInfo
	if _, slice := info.TypeOf(e).Underlying().(*types.Slice); !slice {
		return "", false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return j.text(e.Type), len(e.Elts) == 0 && e.Type != nil
	case *ast.CallExpr:
		if !technique.IsBuiltin(info, e, "make") || len(e.Args) != 2 {
			return "", false
		}
		return j.text(e.Args[0]), technique.IsInt(info, e.Args[1], 0)
	}
	return "", false
}

// nilOf returns the type of the conversion of nil to a slice, as it is written.
func (j *joining) nilOf(e ast.Expr) (string, bool) {
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !j.pass.TypesInfo.Types[conv.Args[0]].IsNil() {
		return "", false
	}
	_, slice := j.pass.TypesInfo.TypeOf(conv).Underlying().(*types.Slice)
	return j.text(ast.Unparen(conv.Fun)), slice
}

// commented reports whether a comment stands in the call.
func (j *joining) commented() bool { return technique.Commented(j.pass, j.call) }
