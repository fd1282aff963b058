package pool

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// rooms returns the fields of a pooled struct, slices that grow by append, whose room can
// wait in the pool with it: no code of the package holds a slice of it beyond the call, and
// none can tell one that is nil from an empty one with room.
func (s *pooled) rooms() []*types.Var {
	if s.named == nil || s.body != nil || s.large() || s.trusted || s.named.Obj().Exported() ||
		!technique.Since(s.pass, s.file, "go1.21") ||
		s.literal != nil && technique.Commented(s.pass, s.literal) ||
		!technique.Predeclared(s.pass, s.stmt.Pos(), "cap", "clear", "nil") {
		return nil
	}
	var list []*types.Var
	for f := range s.named.Underlying().(*types.Struct).Fields() {
		if _, ok := f.Type().Underlying().(*types.Slice); ok && !f.Embedded() && !f.Exported() &&
			f.Name() != "_" && !technique.MentionedBeside(s.pass, f.Name()) && s.grows(f) {
			list = append(list, f)
		}
	}
	if len(list) == 0 || s.copies() {
		return nil
	}
	return list
}

// copies reports whether a struct of the type may be copied as a whole, with its slices, or
// is made with some that are not named. It looks at all of the package, once for each type.
func (s *pooled) copies() bool {
	copies, known := s.byValue[s.named]
	if !known {
		copies = looksCopied(s.pass, s.named)
		s.byValue[s.named] = copies
	}
	return copies
}

func looksCopied(pass *analysis.Pass, named *types.Named) bool {
	for m := range named.Methods() {
		if _, pointer := m.Signature().Recv().Type().(*types.Pointer); !pointer {
			return true
		}
	}
	info := pass.TypesInfo
	for _, cur := range technique.UsesOf(pass, named.Obj()) {
		if lit, ok := cur.Parent().Node().(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
				return true
			}
		}
		switch cur.ParentEdgeKind() {
		case edge.StarExpr_X, edge.CompositeLit_Type, edge.ValueSpec_Type, edge.CallExpr_Args:
		default:
			return true // a part of another type, or of a signature
		}
	}
	for _, file := range pass.Files {
		for n := range ast.Preorder(file) {
			star, ok := n.(*ast.StarExpr)
			if ok && types.Identical(info.TypeOf(star), named) && !info.Types[star].IsType() &&
				!overwritten(pass, star) {
				return true
			}
		}
	}
	return false
}

// overwritten reports whether what a pointer leads to is only replaced by a literal.
func overwritten(pass *analysis.Pass, star *ast.StarExpr) bool {
	cur, ok := technique.Find(pass, star)
	if !ok || cur.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	as := cur.Parent().Node().(*ast.AssignStmt)
	if len(as.Lhs) != len(as.Rhs) {
		return false
	}
	_, ok = as.Rhs[cur.ParentEdgeIndex()].(*ast.CompositeLit)
	return ok
}

// grows reports whether a field of the struct begins as nil, is appended to in the same
// file, and all that is done with it keeps to what roomy allows. It notes the appends.
func (s *pooled) grows(f *types.Var) bool {
	var growing []ast.Node
	for _, use := range technique.UsesOf(s.pass, f) {
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
			return false // the key of a literal
		}
		r := roomy{s: s, sel: use.Parent().Node().(*ast.SelectorExpr)}
		if !r.use(use.Parent()) {
			return false
		}
		if r.grown != nil && technique.FileOf(s.pass, r.grown.Pos()) == s.file {
			growing = append(growing, r.grown)
		}
	}
	s.growing = append(s.growing, growing...)
	return len(growing) > 0
}

// roomy judges one use of a field that is a slice.
type roomy struct {
	s     *pooled
	sel   *ast.SelectorExpr
	grown ast.Node // the append to it
}

// use judges an expression that is the field, or a part of it.
func (r *roomy) use(cur inspector.Cursor) bool {
	info := r.s.pass.TypesInfo
	switch n := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && !pointedAt(info, cur.Parent())
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.SliceExpr:
		return n.X == cur.Node() && r.within(n) && r.use(cur.Parent())
	case *ast.CallExpr:
		return r.argument(cur, n)
	case *ast.AssignStmt:
		return r.assigned(cur, n)
	}
	return false
}

// pointedAt reports whether the address of an element, or of a part of it, may be taken. A
// method of what a pointer or an interface leads to has nothing of the element.
func pointedAt(info *types.Info, element inspector.Cursor) bool {
	switch info.TypeOf(element.Node().(ast.Expr)).Underlying().(type) {
	case *types.Pointer, *types.Interface:
		and, ok := element.Parent().Node().(*ast.UnaryExpr)
		_, paren := element.Parent().Node().(*ast.ParenExpr)
		return paren || ok && and.Op == token.AND
	}
	return technique.PointedTo(info, element)
}

// within reports whether a part of the field ends where the field does, or before: what
// lies behind it is room, which is not there in a new struct.
func (r *roomy) within(n *ast.SliceExpr) bool {
	if n.Slice3 || !technique.SameExpr(r.s.pass.TypesInfo, n.X, r.sel) {
		return false
	}
	if n.High == nil || r.zero(n.High) {
		return true
	}
	less, ok := n.High.(*ast.BinaryExpr)
	if !ok || less.Op != token.SUB {
		return false
	}
	size, ok := less.X.(*ast.CallExpr)
	by, known := technique.ConstantInt(r.s.pass.TypesInfo, less.Y)
	return ok && known && by >= 0 &&
		technique.IsBuiltin(r.s.pass.TypesInfo, size, "len") &&
		technique.SameExpr(r.s.pass.TypesInfo, size.Args[0], r.sel)
}

func (r *roomy) zero(e ast.Expr) bool {
	return technique.IsInt(r.s.pass.TypesInfo, e, 0)
}

// argument judges a call that gets the field, or a part of it: it looks at the elements, or
// copies them, or adds to them for the field itself.
func (r *roomy) argument(cur inspector.Cursor, call *ast.CallExpr) bool {
	info := r.s.pass.TypesInfo
	if cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	if info.Types[call.Fun].IsType() {
		return types.Identical(info.TypeOf(call.Fun), types.Typ[types.String])
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy", "clear":
			return true
		case "append":
			if cur.ParentEdgeIndex() > 0 {
				return call.Ellipsis.IsValid()
			}
			as, ok := cur.Parent().Parent().Node().(*ast.AssignStmt)
			r.grown = call
			return ok && len(as.Lhs) == 1 && as.Tok == token.ASSIGN &&
				technique.SameExpr(info, as.Lhs[0], r.sel)
		}
	case *types.Func:
		return fn.Pkg() != nil && slices.Contains(looking, fn.Pkg().Path()+"."+fn.Name())
	}
	return false
}

// looking are functions that look at the elements of a slice, or order them, and for which
// nil and empty are the same.
var looking = []string{"sort.Strings", "sort.Ints", "sort.Float64s", "strings.Join",
	"slices.Sort", "slices.SortFunc", "slices.SortStableFunc", "slices.Reverse",
	"slices.Contains", "slices.ContainsFunc", "slices.Index", "slices.IndexFunc"}

// assigned judges an assignment: to the field, of nothing or of a part of itself, or of the
// first elements of it to itself.
func (r *roomy) assigned(cur inspector.Cursor, n *ast.AssignStmt) bool {
	info := r.s.pass.TypesInfo
	if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.ASSIGN ||
		!technique.SameExpr(info, n.Lhs[0], r.sel) {
		return false
	}
	if cur.ParentEdgeKind() == edge.AssignStmt_Rhs {
		return true // a part of it
	}
	switch value := n.Rhs[0].(type) {
	case *ast.SliceExpr:
		return technique.SameExpr(info, value.X, r.sel)
	case *ast.CallExpr:
		return technique.IsBuiltin(info, value, "append") // judged where it names the field
	}
	return info.Types[n.Rhs[0]].IsNil()
}

// keptRooms returns the lines that make the fields ready to wait, and the elements of the literal
// that keep them.
func keptRooms(v string, rooms []*types.Var) (lines []string, elements string) {
	for i, f := range rooms {
		field := v + "." + f.Name()
		lines = append(lines, "if cap("+field+") > "+mostEntries+" {", field+" = nil", "}")
		if technique.Pointers(f.Type().Underlying().(*types.Slice).Elem()) {
			lines = append(lines, "clear("+field+"[:cap("+field+")])")
		}
		if i > 0 {
			elements += ", "
		}
		elements += f.Name() + ": " + field + "[:0]"
	}
	return lines, elements
}

// withRooms adds the fields of a struct from the pool to the literal that it begins with.
func withRooms(literal, v string, rooms []*types.Var) string {
	first, between, end := "", ", ", "}"
	if strings.Contains(literal, "\n") {
		first, between, end = "\n", ",\n", ",\n}"
	}
	text := strings.TrimRight(strings.TrimSuffix(literal, "}"), ", \t\n")
	for i, f := range rooms {
		if i > 0 || !strings.HasSuffix(text, "{") {
			first = between
		}
		text += first + f.Name() + ": " + v + "." + f.Name()
	}
	return text + end
}
