package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// once matches a function that makes several texts of parts of bytes, which it gets or declares: it
// can make one text of them, and take the parts from that.
//
//	have: i := bytes.IndexByte(line, ' '); r.name = string(line[:i]); r.value = string(line[i+1:])
//	want: i := bytes.IndexByte(line, ' ')
//	      lineText := string(line); r.name = lineText[:i]; r.value = lineText[i+1:]
func once(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	file := technique.FileOf(pass, decl.Pos())
	if decl.Body == nil || file == nil || technique.HasGoto(pass, decl) ||
		!plainNames(pass, decl.Body) {
		return p, false
	}
	for id := range cur.Preorder((*ast.Ident)(nil)) {
		kind := id.ParentEdgeKind()
		if kind != edge.Field_Names && kind != edge.AssignStmt_Lhs {
			continue
		}
		v, _ := pass.TypesInfo.Defs[id.Node().(*ast.Ident)].(*types.Var)
		if v == nil || !technique.IsBytes(v.Type()) || !technique.InFunc(id, cur) {
			continue
		}
		list := decl.Body.List
		switch kind {
		case edge.AssignStmt_Lhs:
			switch block := id.Parent().Parent().Node().(type) {
			case *ast.BlockStmt:
				list = block.List
			case *ast.CaseClause:
				list = block.Body
			default:
				continue
			}
			if !given(pass, id.Parent().Node().(*ast.AssignStmt)) {
				continue
			}
		}
		t := &trail{pass: pass, file: file, dir: toString, start: id, fn: cur, whole: v,
			changed: make(map[inspector.Cursor]bool), vars: make(map[*types.Var]bool)}
		if t.addVar(v) && t.convertOperands() {
			if p, ok := t.made(list); ok {
				return p, true
			}
		}
	}
	return p, false
}

// given reports whether an assignment assigns what a function returns.
func given(pass *analysis.Pass, as *ast.AssignStmt) bool {
	call, ok := as.Rhs[0].(*ast.CallExpr)
	return ok && len(as.Rhs) == 1 && !pass.TypesInfo.Types[call.Fun].IsType()
}

// made proposes to make the text before the first statement of a list that needs it.
func (t *trail) made(list []ast.Stmt) (p technique.Proposal, ok bool) {
	if !t.several() || slices.ContainsFunc(t.texts, func(text inspector.Cursor) bool {
		_, other := propose(t.pass, text)
		return other // no text is needed there
	}) {
		return p, false
	}
	from := t.firstNeeded(list)
	if from == nil {
		return p, false
	}
	last := t.lastRead()
	for _, stmt := range list {
		if from.Pos() <= stmt.Pos() && stmt.Pos() <= last && !effects.NoByteWrites(t.pass, stmt) {
			return p, false
		}
	}
	t.edits = slices.DeleteFunc(t.edits, func(e analysis.TextEdit) bool {
		return e.Pos < from.Pos()
	})
	t.edits = append(t.edits, t.importsFrom(from.Pos())...)
	name := technique.FreshName(t.pass, t.file, t.whole.Name()+"Text")
	uses, ok := technique.LocalUses(t.pass, t.whole)
	for _, use := range uses {
		if use.Node().Pos() >= from.Pos() {
			t.edits = append(t.edits, technique.Replace(use.Node(), name))
		} else if stored(use) && use.Node().Pos() != t.whole.Pos() {
			return p, false
		}
	}
	at := t.texts[0].Node()
	return technique.Proposal{At: at, Also: others(t.texts),
		Message: "make one text of all the bytes, and take the parts from it",
		Edits: append(t.edits, technique.Insert(from.Pos(),
			name+" := string("+t.whole.Name()+")\n"))}, ok
}

// lastRead returns where the last of the bytes are read that will be a text.
func (t *trail) lastRead() (last token.Pos) {
	for cur := range t.changed {
		last = max(last, cur.Node().Pos())
	}
	return last
}

func others(texts []inspector.Cursor) (nodes []ast.Node) {
	for _, text := range texts[1:] {
		nodes = append(nodes, text.Node())
	}
	return nodes
}

// several reports whether the function makes more than one text each time that it gets there, or in
// a loop. A single one that a condition in a loop decides on may be a small part of what there is.
func (t *trail) several() bool {
	slices.SortFunc(t.texts, technique.ByPlace)
	n := 0
	for _, text := range t.texts {
		if !technique.Kept(text) || effects.TextRead(t.pass, text) ||
			text.ParentEdgeKind() == edge.IndexExpr_Index && !stored(text.Parent()) {
			continue // the compiler may make no copy
		}
		always, loops := true, 0
		for cur := text; cur != t.fn && !inside(t.start, cur.Node()); cur = cur.Parent() {
			switch cur.ParentEdgeKind() {
			case edge.IfStmt_Body, edge.IfStmt_Else, edge.CaseClause_Body, edge.CommClause_Body:
				always = false
			case edge.ForStmt_Body, edge.RangeStmt_Body:
				loops++
			}
		}
		if always {
			n++
		}
		n += loops
	}
	return n > 1
}

// inside reports whether a node holds what is at cur.
func inside(cur inspector.Cursor, n ast.Node) bool {
	return n.Pos() <= cur.Node().Pos() && cur.Node().Pos() < n.End()
}

// firstNeeded returns the first statement of a list that makes a text, or that declares a
// variable which becomes one.
func (t *trail) firstNeeded(list []ast.Stmt) ast.Stmt {
	for _, stmt := range list {
		within := func(pos token.Pos) bool { return stmt.Pos() <= pos && pos < stmt.End() }
		if slices.ContainsFunc(t.texts, func(c inspector.Cursor) bool {
			return within(c.Node().Pos())
		}) {
			return stmt
		}
		for v := range t.vars {
			if v != t.whole && within(v.Pos()) && t.whole.Pos() < stmt.Pos() {
				return stmt
			}
		}
	}
	return nil
}
