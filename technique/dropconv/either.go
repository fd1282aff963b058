package dropconv

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// onStack is the length of the longest text that the compiler keeps on the stack, in bytes.
const onStack = 32

// both is a function that looks at a text, which some callers make of bytes.
type both struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor // the declaration
	decl *ast.FuncDecl
	v    *types.Var // the parameter
	recv *types.Var // the receiver of a method

	convs  []*ast.CallExpr    // the conversions in the calls
	kept   []inspector.Cursor // places that need a string, and may make a copy
	open   bool               // a part of the text may end behind it, which must panic still
	edits  []analysis.TextEdit
	loops  bool // one of them is that of a loop over the runes
	cannot bool
}

// either matches a function that callers of bytes and of strings can share.
//
//	have: func Parse(s string) (id ID, err error) {
//	          if len(s) != 36 { return id, bad(s) }; ... s[8] ...
//	      }
//	      Parse(string(b))
//	want: func Parse(s string) (id ID, err error) { return parseText(s) }
//	      func parseText[T string | []byte](s T) (id ID, err error) {
//	          if len(s) != 36 { return id, bad(string(s)) }; ... s[8] ...
//	      }
//	      parseText(b)
func either(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	b := &both{pass: pass, file: technique.FileOf(pass, decl.Pos()), cur: cur, decl: decl}
	if !ok || decl.Body == nil || b.file == nil || !b.received(fn) ||
		fn.Signature().Variadic() || fn.Signature().TypeParams().Len() > 0 ||
		technique.Directed(decl) || technique.HasGoto(pass, decl) ||
		!technique.Since(pass, b.file, "go1.18") || !plainNames(pass, decl.Body) {
		return p, false
	}
	if _, done := parameter(pass, cur); done {
		return p, false // all its callers have bytes
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		if len(field.Names) == 1 && isString(pass.TypesInfo.TypeOf(field.Type)) {
			b.v, _ = pass.TypesInfo.Defs[field.Names[0]].(*types.Var)
			if b.v != nil && b.called(fn, index) && b.looksOnly() && !b.recovers() {
				return b.propose(field)
			}
		}
		index += max(1, len(field.Names))
	}
	return p, false
}

// called finds the calls that make the text of bytes.
func (b *both) called(fn *types.Func, index int) bool {
	info := b.pass.TypesInfo
	b.convs, b.kept, b.edits, b.open, b.cannot, b.loops = nil, nil, nil, false, false, false
	for _, use := range technique.UsesOf(b.pass, fn) {
		file := technique.FileOf(b.pass, use.Node().Pos())
		var on string
		if b.recv != nil {
			if use, on = b.calledOn(use); on == "" {
				continue
			}
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun || technique.RunsLater(use.Parent()) ||
			file == nil || technique.InTest(b.pass, file) {
			continue
		}
		call := use.Parent().Node().(*ast.CallExpr)
		if len(call.Args) <= index || technique.Commented(b.pass, call) {
			continue
		}
		conv, ok := call.Args[index].(*ast.CallExpr)
		if !ok || len(conv.Args) != 1 || !info.Types[conv.Fun].IsType() ||
			!types.Identical(info.TypeOf(conv.Args[0]), types.NewSlice(types.Typ[types.Byte])) {
			continue
		}
		for i, arg := range call.Args {
			if i != index && !technique.Pure(info, arg) {
				return false
			}
		}
		b.convs = append(b.convs, conv)
		b.edits = append(b.edits, technique.Replace(call.Fun, b.inner()))
		if on != "" {
			b.edits = append(b.edits, technique.Insert(call.Lparen+1, on+", "))
		}
	}
	return len(b.convs) > 0
}

// inner returns the name of the function that takes both.
func (b *both) inner() string { return technique.LowerFirst(b.decl.Name.Name) + "Text" }

// looksOnly finds out where the text goes: nothing may need all of it as a string but what runs
// seldom, and nothing may write bytes while it is looked at.
func (b *both) looksOnly() bool {
	uses, ok := technique.LocalUses(b.pass, b.v)
	for _, use := range uses {
		for range use.Enclosing((*ast.FuncLit)(nil), (*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
			return false
		}
		b.use(use)
	}
	return ok && !b.cannot && technique.Seldom(b.cur, b.cur, b.kept) &&
		effects.NoByteWritesOf(b.pass, b.decl)
}

// use finds what must become of one use of the parameter.
func (b *both) use(use inspector.Cursor) {
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		b.cannot = b.cannot || !b.shortened(use)
	case edge.IndexExpr_X:
	case edge.RangeStmt_X:
		edits, ok := runeLoop(b.pass, b.file, use.Parent().Node().(*ast.RangeStmt), b.v, false)
		if !ok || !technique.Unassigned(b.pass, b.v) {
			b.cannot = true
			return
		}
		if b.loops {
			edits = edits[len(edits)-1:] // the helper is declared
		}
		b.edits, b.loops = append(b.edits, edits...), true
	case edge.SliceExpr_X:
		n := use.Parent().Node().(*ast.SliceExpr)
		if as, ok := use.Parent().Parent().Node().(*ast.AssignStmt); ok && len(as.Lhs) == 1 &&
			b.is(as.Lhs[0]) {
			return // which shortened judges
		}
		b.open = b.open || n.High != nil && !b.guarded(use, n)
		b.text(use.Parent(), constantLength(b.pass.TypesInfo, n) <= onStack)
	default:
		if call, ok := use.Parent().Node().(*ast.CallExpr); ok && b.cuts(call) {
			if _, ok := use.Parent().Parent().Node().(*ast.AssignStmt); ok {
				return // so that it is shortened, or cannot be
			}
		}
		b.text(use, false)
	}
}

// shortened reports whether an assignment to the parameter takes from its front.
//
//	have: s = strings.TrimPrefix(s, "urn:")
//	want: if len(s) >= 4 && string(s[:4]) == "urn:" { s = s[4:] }
func (b *both) shortened(use inspector.Cursor) bool {
	as := use.Parent().Node().(*ast.AssignStmt)
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	if n, ok := as.Rhs[0].(*ast.SliceExpr); ok {
		return n.High == nil && b.is(n.X)
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.InList(use.Parent()) || !b.cuts(call) {
		return false
	}
	starts, n, ok := b.starts(call, "strings.TrimPrefix")
	b.edits = append(b.edits, analysis.TextEdit{Pos: as.Pos(), End: as.End(),
		NewText: fmt.Appendf(nil, "if %s {\n%[2]s = %[2]s[%[3]d:]\n}", starts, b.v.Name(), n)})
	return ok
}

// cuts reports whether a call is one of strings.TrimPrefix for the parameter.
func (b *both) cuts(call *ast.CallExpr) bool {
	_, _, ok := b.starts(call, "strings.TrimPrefix")
	return ok
}

// starts returns the condition that the parameter has the prefix that a call of a function asks
// about, and how long that is.
func (b *both) starts(call *ast.CallExpr, name string) (cond string, n int, ok bool) {
	fn, ok := technique.Func(b.pass.TypesInfo, call)
	if !ok || fn.FullName() != name || !b.is(call.Args[0]) {
		return "", 0, false
	}
	prefix, ok := technique.ConstantText(b.pass.TypesInfo, call.Args[1])
	n = len(prefix)
	return fmt.Sprintf("len(%[1]s) >= %[2]d && string(%[1]s[:%[2]d]) == %[3]s", b.v.Name(), n,
		technique.Text(b.pass, call.Args[1])), n, ok
}

// text makes the expression at cur, the text or a part of it, a string where that is needed.
func (b *both) text(cur inspector.Cursor, short bool) {
	info, up := b.pass.TypesInfo, cur.Parent()
	switch cur.ParentEdgeKind() {
	case edge.IndexExpr_X:
		return
	case edge.IndexExpr_Index:
		m, isMap := info.TypeOf(up.Node().(*ast.IndexExpr).X).Underlying().(*types.Map)
		if isMap && isString(m.Key()) && !stored(up) {
			b.wrap(cur)
			return
		}
	case edge.SwitchStmt_Tag:
		if technique.ConstantCases(info, up.Node().(*ast.SwitchStmt)) {
			b.wrap(cur)
			return
		}
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		if compares(info, up.Node().(*ast.BinaryExpr)) {
			b.wrap(cur)
			return
		}
	case edge.CallExpr_Args:
		call := up.Node().(*ast.CallExpr)
		if technique.IsBuiltin(info, call, "len") {
			return
		}
		if starts, _, ok := b.starts(call, "strings.HasPrefix"); ok {
			b.edits = append(b.edits, technique.Replace(call, "("+starts+")"))
			return
		}
		if short && (technique.IsBuiltin(info, call, "copy") || effects.TextRead(b.pass, cur)) {
			b.wrap(cur)
			return
		}
	}
	if !technique.Kept(cur) {
		b.cannot = true
		return
	}
	b.wrap(cur)
	b.kept = append(b.kept, cur)
}

func (b *both) wrap(cur inspector.Cursor) {
	b.edits = append(b.edits, technique.Insert(cur.Node().Pos(), "string("),
		technique.Insert(cur.Node().End(), ")"))
}

// constantLength returns how long a part of a text is, and much where that is not constant.
func constantLength(info *types.Info, n *ast.SliceExpr) int64 {
	if n.High == nil {
		return onStack + 1
	}
	high, ok := technique.ConstantInt(info, n.High)
	low, is := int64(0), true
	if n.Low != nil {
		low, is = technique.ConstantInt(info, n.Low)
	}
	if !ok || !is {
		return onStack + 1
	}
	return high - low
}

// guarded reports whether the function has left before a part of the text is taken, unless the
// text is long enough for that.
func (b *both) guarded(use inspector.Cursor, n *ast.SliceExpr) bool {
	info := b.pass.TypesInfo
	high, ok := technique.ConstantInt(info, n.High)
	if !ok || !technique.Unassigned(b.pass, b.v) {
		return false
	}
	for _, stmt := range b.decl.Body.List {
		if stmt.End() > use.Node().Pos() {
			return false
		}
		check, ok := stmt.(*ast.IfStmt)
		if !ok || check.Init != nil || check.Else != nil || !endsByReturn(check.Body) {
			continue
		}
		cond, ok := check.Cond.(*ast.BinaryExpr)
		if !ok || cond.Op != token.NEQ && cond.Op != token.LSS {
			continue
		}
		asked, ok := cond.X.(*ast.CallExpr)
		least, is := technique.ConstantInt(info, cond.Y)
		if ok && is && technique.IsBuiltin(info, asked, "len") &&
			b.is(asked.Args[0]) && high <= least {
			return true
		}
	}
	return false
}

func endsByReturn(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}

// propose proposes the function that takes both.
func (b *both) propose(field *ast.Field) (p technique.Proposal, ok bool) {
	decl, inner := b.decl, b.inner()
	args, ok := technique.PassedOn(decl.Type.Params)
	if !ok || !b.free("T") || technique.MentionedBeside(b.pass, inner) ||
		technique.FreshName(b.pass, b.file, inner) != inner {
		return p, false
	}
	results, returns := "", ""
	if decl.Type.Results != nil {
		results, returns = technique.Text(b.pass, decl.Type.Results)+" ", "return "
	}
	recv, name := "", technique.Replace(decl.Name, inner+"[T string | []byte]")
	if b.recv != nil {
		recv, args = technique.Text(b.pass, decl.Recv)+" ", b.recv.Name()+", "+args
		name.Pos = decl.Recv.Pos()
		b.edits = append(b.edits, technique.Insert(decl.Type.Params.Opening+1,
			technique.Text(b.pass, decl.Recv.List[0])+", "))
	}
	head := "func " + recv + decl.Name.Name + technique.Text(b.pass, decl.Type.Params) + " " +
		results + "{\n\t" + returns + inner + "(" + args + ")\n}" +
		"\n\n// " + inner + " is " + decl.Name.Name + " for a string or for bytes.\n"
	p = technique.Proposal{At: b.convs[0],
		Message: "look at the bytes themselves, by a function that takes both",
		Edits: append(b.edits, technique.Insert(decl.Pos(), head),
			name, technique.Replace(field.Type, "T"))}
	for i, conv := range b.convs {
		if i > 0 {
			p.Also = append(p.Also, conv)
		}
		text := technique.Text(b.pass, conv.Args[0])
		if b.open {
			id, ok := conv.Args[0].(*ast.Ident)
			if !ok {
				return p, false
			}
			text = fmt.Sprintf("%[1]s[:len(%[1]s):len(%[1]s)]", id.Name)
		}
		p.Edits = append(p.Edits, technique.Replace(conv, text))
	}
	return p, true
}

// is reports whether e is the parameter.
func (b *both) is(e ast.Expr) bool {
	v, ok := technique.Variable(b.pass.TypesInfo, e)
	return ok && v == b.v
}

// recovers reports whether the function may stop a panic: it can only where it is deferred itself.
func (b *both) recovers() bool {
	for call := range b.cur.Preorder((*ast.CallExpr)(nil)) {
		if technique.IsBuiltin(b.pass.TypesInfo, call.Node().(*ast.CallExpr), "recover") {
			return true
		}
	}
	return false
}

// free reports whether the function uses no such name.
func (b *both) free(name string) bool {
	for id := range b.cur.Preorder((*ast.Ident)(nil)) {
		if id.Node().(*ast.Ident).Name == name {
			return false
		}
	}
	return true
}
