package unreadslice

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// counted matches a slice to which the function appends, and of which it only asks the length: a
// number does. What is appended is evaluated as where nothing asks for that.
//
//	have: var bad []string; bad = append(bad, s); bad = append(bad, more...); len(bad) > 0
//	want: var badCount int; badCount++; badCount += len(more); badCount > 0
func counted(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	s, ok := begins(pass, cur)
	file := technique.FileOf(pass, cur.Node().Pos())
	if !ok || file == nil || !s.takesRoom() || !s.onlyCounted() || len(s.appends) == 0 ||
		len(s.lengths) == 0 || !technique.Predeclared(pass, cur.Node().Pos(), "int", "len") {
		return p, false
	}
	name := technique.FreshName(pass, file, s.v.Name()+"Count")
	p = technique.Proposal{At: s.appends[0].Rhs[0],
		Message: "count what " + s.v.Name() + " gets, of which only the length is asked",
		Edits:   []analysis.TextEdit{s.count(name)}}
	for _, as := range s.appends {
		p.Also = append(p.Also, as.Rhs[0])
		lines, ok := s.adds(name, as.Rhs[0].(*ast.CallExpr))
		if !ok {
			return p, false
		}
		p.Edits = append(p.Edits, technique.Replace(as, strings.Join(lines, "\n")))
	}
	for _, call := range s.lengths {
		if s.inAppend(call.Pos()) {
			return p, false // it would have to be counted in what is counted
		}
		p.Edits = append(p.Edits, technique.Replace(call, name))
	}
	for _, stmt := range append(s.blanks, s.sorts...) {
		p.Edits = append(p.Edits, s.replace(stmt, ""))
	}
	return p, true
}

// takesRoom reports whether there cannot be more elements than memory has room for: of those that
// take none there may be so many that append panics.
func (s *slice) takesRoom() bool {
	size, known := technique.SizeOf(s.pass, s.v.Type().Underlying().(*types.Slice).Elem())
	return known && size > 0
}

// onlyCounted reports whether all uses append to the slice, sort it, or ask for its length, and
// records them. No function literal does, which could run while an element is evaluated.
func (s *slice) onlyCounted() bool {
	fn, ok := technique.EnclosingFunc(s.decl)
	for id := range s.fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != s.v || s.sorted(id) {
			continue
		}
		if !ok || !technique.InFunc(id, fn) || !s.measured(id) && !s.appended(id) {
			return false
		}
	}
	return true
}

// measured matches v in len(v).
func (s *slice) measured(id inspector.Cursor) bool {
	call, ok := id.Parent().Node().(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(s.pass.TypesInfo, call, "len") {
		return false
	}
	s.lengths = append(s.lengths, call)
	return true
}

// count returns the edit that declares the number in the place of the slice.
func (s *slice) count(name string) analysis.TextEdit {
	_, _, value := technique.Declared(s.pass.TypesInfo, s.decl.Node())
	begin := "0"
	if call, ok := value.(*ast.CallExpr); ok {
		begin = technique.Text(s.pass, call.Args[1])
		if n, ok := technique.ConstantInt(s.pass.TypesInfo, call.Args[1]); ok {
			begin = strconv.FormatInt(n, 10)
		}
	}
	_, isSpec := s.decl.Node().(*ast.ValueSpec)
	switch {
	case !isSpec:
		return technique.Replace(s.decl.Node(), name+" := "+begin)
	case begin == "0":
		return technique.Replace(s.decl.Node(), name+" int")
	}
	return technique.Replace(s.decl.Node(), name+" = "+begin)
}

// adds returns the statements that count what a call appends.
func (s *slice) adds(name string, call *ast.CallExpr) (lines []string, ok bool) {
	elems := call.Args[1:]
	if call.Ellipsis.IsValid() {
		list := elems[0]
		if s.pass.TypesInfo.Types[list].IsNil() {
			return nil, false
		}
		return []string{name + " += len(" + technique.Text(s.pass, list) + ")"},
			!technique.Commented(s.pass, call) && technique.Predeclared(s.pass, call.Pos(), "len")
	}
	if len(elems) == 0 {
		return nil, false
	}
	if lines, ok = s.evaluations(call); !ok {
		return nil, false
	}
	if len(elems) == 1 {
		return append(lines, name+"++"), true
	}
	return append(lines, name+" += "+strconv.Itoa(len(elems))), true
}
