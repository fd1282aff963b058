package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// cutter is a loop that cuts a source down to what is left of it, puts the parts together, and
// leaves the rest to a statement behind it.
//
//	for {
//		i := bytes.IndexByte(data, '\\')
//		if i < 0 { break }
//		out = append(out, data[:i]...)
//		out = append(out, unquoted(data[i:])...)
//		data = data[i+2:]
//	}
//	out = append(out, data...)
type cutter struct {
	*loop
	data  *types.Var
	out   *types.Var
	cut   ast.Stmt
	first *ast.AssignStmt // the first statement that appends
	rest  inspector.Cursor
}

// shrinks proposes room for as much as is left of the source when the first part is appended.
// What takes the place of what is cut off may be longer: then append moves the slice as before.
//
//	want: if out == nil { out = make([]byte, 0, len(data)) }; out = append(out, data[:i]...)
func shrinks(pass *analysis.Pass, root inspector.Cursor) {
	for _, cur := range technique.Nodes(pass, (*ast.ForStmt)(nil)) {
		c, ok := cutterAt(pass, cur)
		if !ok {
			continue
		}
		assign, edits, ok := c.make(c.out, "len("+c.data.Name()+")", c.first)
		if !ok {
			continue
		}
		technique.Report(pass, technique.Proposal{At: c.first.Rhs[0],
			Safe:    effects.CapacityUnseen(pass, c.out),
			Message: "give " + c.out.Name() + " its capacity with its first part",
			Edits: append(edits, technique.Insert(c.first.Pos(),
				"if "+c.out.Name()+" == nil {\n"+assign+"\n}\n"))})
	}
}

// cutterAt matches such a loop, whose slice is nil before it.
func cutterAt(pass *analysis.Pass, cur inspector.Cursor) (c cutter, ok bool) {
	stmt := cur.Node().(*ast.ForStmt)
	c.loop = &loop{pass: pass, cur: cur, stmt: cur, body: stmt.Body,
		file: technique.FileOf(pass, stmt.Pos())}
	if stmt.Init != nil || stmt.Post != nil || c.file == nil || !technique.InList(cur) ||
		!c.cuts() || !c.appendsPart() || !c.only() || !c.appendsRest() {
		return c, false
	}
	s, ok := c.startOf(c.out)
	return c, ok && s.isNil && c.usesKeep(c.out, s) && c.comesToRest() && c.nilUnseen(s)
}

// cuts finds data = data[n:].
func (c *cutter) cuts() bool {
	for _, stmt := range c.body.List {
		if v := cutOff(c.pass.TypesInfo, stmt); v != nil {
			c.data, c.cut = v, stmt
			return true
		}
	}
	return false
}

// cutOff returns v when n is v = v[i:], and nil otherwise.
func cutOff(info *types.Info, n ast.Node) *types.Var {
	as, ok := n.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil
	}
	v, ok := technique.Variable(info, as.Lhs[0])
	part, isPart := ast.Unparen(as.Rhs[0]).(*ast.SliceExpr)
	if !ok || !isPart || part.Low == nil || part.High != nil || !technique.Names(info, part.X, v) {
		return nil
	}
	return v
}

// appendsPart finds out = append(out, data[:i]...) before the source is cut, where nothing has been
// appended to the slice in the loop.
func (c *cutter) appendsPart() bool {
	info := c.pass.TypesInfo
	for _, stmt := range c.body.List {
		v := added(info, stmt)
		if v == nil || stmt.Pos() > c.cut.Pos() {
			continue
		}
		c.out, c.first = v, stmt.(*ast.AssignStmt)
		call := c.first.Rhs[0].(*ast.CallExpr)
		part, ok := ast.Unparen(call.Args[1]).(*ast.SliceExpr)
		if ok && call.Ellipsis.IsValid() && part.High != nil &&
			technique.Names(info, part.X, c.data) {
			return true
		}
	}
	return false
}

// only reports whether the source is a variable of the function that the loop does nothing but cut,
// and the slice is one that no earlier statement of the loop appends to.
func (c *cutter) only() bool {
	uses, ok := technique.LocalUses(c.pass, c.data)
	for _, use := range uses {
		given, addressed := technique.Changed(c.pass.TypesInfo, use)
		ok = ok && !addressed && (!given || !c.cur.Contains(use) ||
			cutOff(c.pass.TypesInfo, use.Parent().Node()) == c.data)
	}
	for n := range ast.Preorder(c.body) {
		ok = ok && (added(c.pass.TypesInfo, n) != c.out || n.Pos() >= c.first.Pos())
	}
	return ok && c.data.Pos() < c.stmt.Node().Pos()
}

// appendsRest finds append(out, data...) behind the loop, in its list of statements or behind a
// question whether there is something in the slice. Nothing else is done with the slice after it,
// unless it is the slice's own.
func (c *cutter) appendsRest() bool {
	info := c.pass.TypesInfo
	for next, ok := c.stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		if s, isIf := next.Node().(*ast.IfStmt); isIf && !c.asksLen(s) {
			continue
		}
		for cur := range next.Preorder((*ast.CallExpr)(nil)) {
			call := cur.Node().(*ast.CallExpr)
			if technique.IsBuiltin(info, call, "append") && call.Ellipsis.IsValid() &&
				technique.Names(info, call.Args[0], c.out) &&
				technique.Names(info, call.Args[1], c.data) && technique.InFunc(cur, c.fn()) {
				c.rest = cur
				return added(info, cur.Parent().Node()) == c.out || c.lastUse(call.End())
			}
		}
		if technique.HasJump(next.Node()) {
			break
		}
	}
	return false
}

// lastUse reports whether the slice is not used from a place on.
func (c *cutter) lastUse(pos token.Pos) bool {
	uses, ok := technique.LocalUses(c.pass, c.out)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return use.Node().Pos() >= pos
	})
}

// asksLen matches if len(out) > 0 and if len(out) != 0, without else.
func (c *cutter) asksLen(s *ast.IfStmt) bool {
	info := c.pass.TypesInfo
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || s.Init != nil || s.Else != nil || cond.Op != token.GTR && cond.Op != token.NEQ ||
		!technique.IsInt(info, cond.Y, 0) {
		return false
	}
	call, ok := ast.Unparen(cond.X).(*ast.CallExpr)
	return ok && technique.IsBuiltin(info, call, "len") &&
		technique.Names(info, call.Args[0], c.out)
}

// comesToRest reports whether the loop ends so that the rest is appended, or with an error.
func (c *cutter) comesToRest() bool {
	ok := true
	technique.Leaving(c.body, func(n ast.Stmt) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			ok = ok && n.Label == nil && n.Tok != token.GOTO
		case *ast.ReturnStmt:
			ok = ok && len(n.Results) > 0 &&
				technique.IsFailure(c.pass.TypesInfo, n.Results[len(n.Results)-1])
		}
	})
	return ok
}

// nilUnseen reports whether it makes no difference that the slice is not nil when only empty parts
// have been appended: each iteration that appends a part appends an element as well, or nothing
// asks for nil.
func (c *cutter) nilUnseen(s start) bool {
	for _, stmt := range c.body.List[slices.Index(c.body.List, ast.Stmt(c.first))+1:] {
		if appendsTo(c.pass.TypesInfo, stmt) == c.out {
			return true
		}
		if technique.HasJump(stmt) {
			break
		}
	}
	return !s.result && (effects.NilUnseen(c.pass, c.out) || c.onlyFilled())
}

// onlyFilled reports whether all uses of the slice append to it under its own name or count it, but
// those behind a question whether there is something in it.
func (c *cutter) onlyFilled() bool {
	info := c.pass.TypesInfo
	return !slices.ContainsFunc(technique.UsesOf(c.pass, c.out), func(use inspector.Cursor) bool {
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if added(info, use.Parent().Node()) == c.out ||
			ok && technique.IsBuiltin(info, call, "len") ||
			ok && use.ParentEdgeIndex() == 0 && added(info, use.Parent().Parent().Node()) == c.out {
			return false
		}
		for around := range use.Enclosing((*ast.IfStmt)(nil)) {
			branch := around.Node().(*ast.IfStmt)
			if c.asksLen(branch) && branch.Body.Pos() <= use.Node().Pos() &&
				branch.Pos() > c.stmt.Node().End() {
				return false
			}
		}
		return true
	})
}
