package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// sort is a way to use a slice of pieces.
type sort int

// The ways, to be combined.
const (
	lengths sort = 1 << iota // len(x)
	indexes                  // x[2]
	lasts                    // x[len(x)-1]
	ranges                   // for range x
	steps                    // x[i] and x[i+1]
	joins                    // strings.Join(x[2:], sep)
	fronts                   // strings.Join(x[:len(x)-1], sep)
	whole                    // strings.Join(x, other)
)

// use is one use of the slice of pieces: the whole expression, or the range
// statement.
type use struct {
	sort  sort
	cur   inspector.Cursor
	index int64      // of indexes and joins; of steps what is added to i
	i     *types.Var // of steps
}

// usage is all that becomes of a slice of pieces.
type usage []use

// only reports whether there are no other ways than these. Without any use the
// code would not compile.
func (u usage) only(allowed sort) bool {
	for _, use := range u {
		if use.sort&^allowed != 0 {
			return false
		}
	}
	return true
}

// of returns the uses of one way.
func (u usage) of(s sort) usage {
	var out usage
	for _, use := range u {
		if use.sort == s {
			out = append(out, use)
		}
	}
	return out
}

// usage returns all uses of the variable. It is not ok when one of them could
// do anything to the slice, or belongs to a closure, which may run at any
// time. Those on the given ways out do not count.
func (s *split) usage(p place, exits []exit) (u usage, ok bool) {
	for cur := range p.fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] != p.v {
			continue
		}
		if !technique.InFunc(cur, p.fn) {
			return nil, false
		}
		if s.inLast(cur, p.v) || s.inFront(cur) || within(exits, cur.Node()) {
			continue
		}
		use, ok := s.use(skipParens(cur), p.v)
		if !ok {
			return nil, false
		}
		u = append(u, use)
	}
	return u, true
}

// use tells the use at cur.
func (s *split) use(cur inspector.Cursor, v *types.Var) (use, bool) {
	up := cur.Parent()
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.CallExpr_Args:
		if technique.IsBuiltin(s.pass.TypesInfo, up.Node().(*ast.CallExpr), "len") {
			return use{sort: lengths, cur: up}, true
		}
		return s.joinUse(cur)
	case edge.SliceExpr_X:
		return s.joinUse(skipParens(up))
	case edge.RangeStmt_X:
		return use{sort: ranges, cur: up}, true
	case edge.IndexExpr_X:
		if stored(up) {
			return use{}, false
		}
		return s.indexUse(up, v)
	}
	return use{}, false
}

// indexUse tells the use of the index expression at cur.
func (s *split) indexUse(cur inspector.Cursor, v *types.Var) (use, bool) {
	index := cur.Node().(*ast.IndexExpr).Index
	if k, ok := s.constantInt(index); ok {
		return use{sort: indexes, cur: cur, index: k}, true
	}
	if s.isLast(index, v) {
		return use{sort: lasts, cur: cur}, true
	}
	k := int64(0)
	index = ast.Unparen(index)
	if sum, ok := index.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		if k, ok = s.constantInt(sum.Y); !ok {
			return use{}, false
		}
		index = ast.Unparen(sum.X)
	}
	i, ok := technique.Variable(s.pass.TypesInfo, index)
	return use{sort: steps, cur: cur, index: k, i: i}, ok
}

// inLast reports whether the identifier at cur is the second x of x[len(x)-1].
func (s *split) inLast(cur inspector.Cursor, v *types.Var) bool {
	call := cur.Parent()
	minus := call.Parent()
	index := minus.Parent()
	if _, ok := index.Node().(*ast.IndexExpr); !ok {
		return false
	}
	return technique.Names(s.pass.TypesInfo, index.Node().(*ast.IndexExpr).X, v) &&
		s.isLast(index.Node().(*ast.IndexExpr).Index, v)
}

// isLast reports whether e is len(x)-1.
func (s *split) isLast(e ast.Expr, v *types.Var) bool {
	minus, ok := e.(*ast.BinaryExpr)
	if !ok || minus.Op != token.SUB {
		return false
	}
	one, ok := s.constantInt(minus.Y)
	return ok && one == 1 && s.isLen(minus.X, v)
}

// isLen reports whether e is len(v).
func (s *split) isLen(e ast.Expr, v types.Object) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && technique.IsBuiltin(s.pass.TypesInfo, call, "len") &&
		technique.Names(s.pass.TypesInfo, ast.Unparen(call.Args[0]), v)
}

func (s *split) constantInt(e ast.Expr) (int64, bool) {
	return technique.ConstantInt(s.pass.TypesInfo, e)
}

// stored reports whether the expression at cur is assigned to, or its address
// taken.
func stored(cur inspector.Cursor) bool {
	cur = skipParens(cur)
	switch kind, _ := cur.ParentEdge(); kind {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true
	case edge.UnaryExpr_X:
		return cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND
	}
	return false
}
