package fieldbuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// follow finds out what becomes of the bytes of a site.
type follow struct {
	*site
	seen []*types.Var // variables that hold the bytes or a part of them
	last token.Pos    // behind the last use in the method
	// values are the uses of the array as a value.
	values []inspector.Cursor
	// given says that a reader or a writer gets them, so that they are on the heap.
	given bool
}

// usable reports whether the bytes can be in the field: they are given away, but not kept,
// and the method is alone with its receiver as long as they are in use.
func (s *site) usable(o *owner) bool {
	f, n := &follow{site: s}, s.cur.Node()
	from, to := n.Pos(), n.End() // where they are in use
	if s.returned() {
		return s.lent(o) && s.alone()
	}
	switch n.(type) {
	case *ast.CallExpr:
	case *ast.CompositeLit:
		from, to = s.cur.Parent().Node().Pos(), s.cur.Parent().Node().End()
		if technique.InLoop(s.cur) || !f.use(s.cur) || !f.given {
			return false
		}
	default:
		if technique.InLoop(s.cur) || !f.variable(s.v) || !f.given || !f.copies() {
			return false
		}
		from, to = n.Pos(), f.last
	}
	s.spans = []span{{from, to}}
	return o.undisturbed(s, from, to) && s.alone()
}

// span is a part of the source.
type span struct{ from, to token.Pos }

// apart reports whether the bytes are never in use while those of another site are.
func (s *site) apart(list []*site) bool {
	return !slices.ContainsFunc(list, func(other *site) bool {
		return slices.ContainsFunc(s.spans, func(a span) bool {
			return slices.ContainsFunc(other.spans, func(b span) bool {
				return a.from < b.to && b.from < a.to
			})
		})
	})
}

// variable reports whether all uses of a variable, or of a parameter, are allowed.
func (f *follow) variable(v *types.Var) bool {
	if slices.Contains(f.seen, v) {
		return true
	}
	f.seen = append(f.seen, v)
	uses, ok := technique.LocalUses(f.pass, v)
	for _, use := range uses {
		if later(use, v) || !f.use(use) {
			return false
		}
		if f.within(use) {
			f.last = max(f.last, evaluated(use).Node().End())
			for loop := range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
				f.last = max(f.last, loop.Node().End())
			}
		}
	}
	return ok
}

// later reports whether a use of a variable is in a function literal below its declaration, or in
// a call that is deferred or starts a goroutine.
func later(use inspector.Cursor, v *types.Var) bool {
	for up := range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		if v.Pos() < up.Node().Pos() {
			return true
		}
	}
	return false
}

// evaluated returns the largest expression or simple statement around a use: the calls in it may
// run before the use, wherever they stand.
func evaluated(use inspector.Cursor) inspector.Cursor {
	for {
		parent := use.Parent()
		switch parent.Node().(type) {
		case *ast.AssignStmt, *ast.DeclStmt, *ast.ReturnStmt, *ast.ExprStmt, *ast.SendStmt,
			*ast.IncDecStmt:
			return parent
		case ast.Stmt:
			return use
		}
		use = parent
	}
}

// copies reports whether all copies of the array get the same bytes from the field: nothing else
// in the statement has to do with them, which could write to them before.
func (f *follow) copies() bool {
	for _, copied := range f.values {
		for use := range evaluated(copied).Preorder((*ast.Ident)(nil)) {
			if v, ok := technique.Variable(f.pass.TypesInfo, use.Node()); ok &&
				slices.Contains(f.seen, v) && !f.copied(use) {
				return false
			}
		}
	}
	return len(f.values) == 0 ||
		technique.Since(f.pass, f.file, "go1.20") // which converts slices to arrays
}

// within reports whether a use is in the method itself.
func (f *follow) within(use inspector.Cursor) bool {
	return f.decl.Pos() <= use.Node().Pos() && use.Node().Pos() < f.decl.End()
}

// use allows what reads and writes the bytes, takes parts of them, or gives them to
// functions that do not keep them.
func (f *follow) use(cur inspector.Cursor) bool {
	info, parent := f.pass.TypesInfo, cur.Parent()
	if f.copied(cur) {
		f.values = append(f.values, cur)
		return true
	}
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return f.use(parent)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(info, parent)
	case *ast.SliceExpr:
		f.cut = f.cut || n.High != nil && !f.inside(n)
		return n.X == cur.Node() && n.Max == nil && f.use(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node() && (n.Value == nil ||
			f.list(info.TypeOf(n.X))) // an array would be copied
	case *ast.BinaryExpr:
		return f.list(info.TypeOf(cur.Node().(ast.Expr))) // with nil
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
			v := local(info, cur.Node())
			return slices.Contains(f.seen, v) && f.slice(v) && len(n.Lhs) == 1
		}
		if len(n.Lhs) != 1 || n.Tok != token.DEFINE && n.Tok != token.ASSIGN {
			return false
		}
		v := local(info, n.Lhs[0])
		return v != nil && f.slice(v) && f.variable(v)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && f.argument(parent, n,
			cur.ParentEdgeIndex())
	}
	return false
}

// inside reports whether a part of the variable itself ends at a constant within its bytes.
func (f *follow) inside(n *ast.SliceExpr) bool {
	end, ok := technique.ConstantInt(f.pass.TypesInfo, n.High)
	return ok && end <= f.size && f.v != nil && technique.Names(f.pass.TypesInfo, n.X, f.v)
}

// local returns the variable that an expression names or declares, nil for none.
func local(info *types.Info, e ast.Node) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// slice reports whether a variable is a slice of such elements.
func (f *follow) slice(v *types.Var) bool { return f.list(v.Type()) }

// argument allows calls that get the bytes and do not keep them.
func (f *follow) argument(cur inspector.Cursor, call *ast.CallExpr, index int) bool {
	info := f.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call)) || technique.IsArray(info.TypeOf(call))
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy", "clear":
			return true
		case "append":
			if index > 0 {
				return call.Ellipsis.IsValid()
			}
			f.cut = true
			return f.use(cur)
		}
	case *types.Func:
		if effects.Transfers(fn) || effects.TransfersAt(fn) {
			f.given = true
			return true
		}
		if list, ok := closed(f.pass, fn); ok {
			f.given = true
			return !slices.ContainsFunc(list, func(decl *ast.FuncDecl) bool {
				return !f.parameter(declared(f.pass, decl), index)
			})
		}
		if technique.DeclOf(f.pass, fn) != nil {
			return f.parameter(fn, index)
		}
		if !effects.Known(fn) || fn.Pkg() == nil || effects.Of(fn).Has(effects.Keeps) {
			return false
		}
		f.given = f.given || fn.Pkg().Path() == "bufio"
		if effects.ReturnsSlice(fn) {
			f.cut = true // it may append
			return f.list(info.TypeOf(call)) && f.use(cur)
		}
		return effects.RetainsNothing(fn, index)
	case *types.Var:
		list, ok := literals(f.pass, call)
		f.given = true
		return ok && !slices.ContainsFunc(list, func(lit *ast.FuncLit) bool {
			return !f.gotBy(info.TypeOf(lit).(*types.Signature), index)
		})
	}
	return false
}

// parameter reports whether a function of the package does no more with what it gets.
func (f *follow) parameter(fn *types.Func, index int) bool {
	return f.gotBy(fn.Origin().Signature(), index)
}

// gotBy reports whether a function of some signature does no more with what it gets.
func (f *follow) gotBy(sig *types.Signature, index int) bool {
	return index < sig.Params().Len() && !(sig.Variadic() && index == sig.Params().Len()-1) &&
		f.slice(sig.Params().At(index)) && f.variable(sig.Params().At(index))
}
