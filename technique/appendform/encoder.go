package appendform

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// encoder is an encoder that writes to a buffer in memory what it is given in one
// piece, or, in hexadecimal, in pieces that do not depend on each other.
//
//	have: enc := base64.NewEncoder(base64.StdEncoding, &buf); enc.Write(p); enc.Close()
//	want: buf.Write(base64.StdEncoding.AppendEncode(make([]byte, 0, 64), p))
type encoder struct {
	pass *analysis.Pass
	file *ast.File
	new  *ast.CallExpr
	fn   *types.Func
	stmt inspector.Cursor // the declaration of the encoder
	v    *types.Var
	on   ast.Expr // the encoding; of no meaning for package hex
	to   buffer
}

// encoders asks about a call that makes an encoder.
func encoders(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	e, ok := encoderAt(pass, cur)
	if !ok || !technique.Predeclared(pass, cur.Node().Pos(), "make", "byte", "nil") {
		return p, false
	}
	p = technique.Proposal{At: e.new, Safe: true,
		Message: "encode to where the text goes, which needs no encoder"}
	if e.fn.Pkg().Path() == "encoding/hex" {
		p.Edits, ok = e.pieces()
	} else {
		p.Edits, ok = e.whole()
	}
	return p, ok
}

// encoderAt matches enc := base64.NewEncoder(encoding, buffer) in a list of statements.
func encoderAt(pass *analysis.Pass, cur inspector.Cursor) (e *encoder, ok bool) {
	e = &encoder{pass: pass, new: cur.Node().(*ast.CallExpr)}
	sel, ok := ast.Unparen(e.new.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "NewEncoder" {
		return nil, false // or imported by a dot
	}
	e.file = technique.FileOf(pass, e.new.Pos())
	if e.fn, ok = technique.Func(pass.TypesInfo, e.new); !ok || e.file == nil ||
		e.fn.Pkg() == nil {
		return nil, false
	}
	e.on = sel.X
	switch e.fn.Pkg().Path() {
	case "encoding/hex":
	case "encoding/base32", "encoding/base64":
		e.on = e.new.Args[0]
		if !e.known(e.on) {
			return nil, false
		}
	default:
		return nil, false
	}
	e.stmt = cur.Parent()
	as, ok := e.stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || !technique.InList(e.stmt) {
		return nil, false
	}
	e.v, ok = pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)].(*types.Var)
	if !ok {
		return nil, false
	}
	e.to, ok = bufferAt(pass, e.stmt, e.new.Args[len(e.new.Args)-1])
	return e, ok
}

// known reports whether an encoding is one of the standard library's, or of a
// variable of the package that keeps what it begins with: never nil.
func (e *encoder) known(on ast.Expr) bool {
	var id *ast.Ident
	switch on := ast.Unparen(on).(type) {
	case *ast.Ident:
		id = on
	case *ast.SelectorExpr:
		id = on.Sel
	default:
		return false
	}
	v, ok := e.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil {
		return false
	}
	if v.Pkg() == e.fn.Pkg() {
		return true
	}
	if v.Parent() != e.pass.Pkg.Scope() || v.Exported() || !technique.Unassigned(e.pass, v) {
		return false
	}
	for _, file := range e.pass.Files {
		for n := range ast.Preorder(file) {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Names) != 1 || e.pass.TypesInfo.Defs[spec.Names[0]] != v {
				continue
			}
			call, ok := first(spec.Values).(*ast.CallExpr)
			if !ok {
				return false
			}
			fn, ok := technique.Func(e.pass.TypesInfo, call)
			return ok && fn.Pkg() == e.fn.Pkg()
		}
	}
	return false
}

func first(list []ast.Expr) ast.Expr {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// whole replaces an encoder that is given all at once and then closed, in three
// statements behind each other.
func (e *encoder) whole() ([]analysis.TextEdit, bool) {
	uses := technique.UsesOf(e.pass, e.v)
	if len(uses) != 2 {
		return nil, false
	}
	write, ok1 := e.alone(uses[0], "Write")
	end, ok2 := e.alone(uses[1], "Close")
	if !ok1 || !ok2 {
		return nil, false
	}
	if next, ok := e.stmt.NextSibling(); !ok || next != write.stmt {
		return nil, false
	}
	if next, ok := write.stmt.NextSibling(); !ok || next != end.stmt {
		return nil, false
	}
	all := &ast.BlockStmt{Lbrace: e.stmt.Node().Pos(), Rbrace: end.stmt.Node().End() - 1}
	if technique.Commented(e.pass, all) || !e.to.touched(e.stmt, end.stmt) {
		return nil, false
	}
	text, edits, ok := e.written(write)
	if _, returns := end.stmt.Node().(*ast.ReturnStmt); returns {
		text += "\nreturn nil"
	}
	return append(edits, technique.Replace(all, text)), ok
}

// pieces replaces an encoder to hexadecimal at each of its uses.
func (e *encoder) pieces() (edits []analysis.TextEdit, ok bool) {
	uses := technique.UsesOf(e.pass, e.v)
	next, ok := e.stmt.NextSibling()
	decl := &ast.BlockStmt{Lbrace: e.stmt.Node().Pos()}
	if ok {
		decl.Rbrace = next.Node().Pos() - 1
	}
	if !ok || len(uses) == 0 || technique.Commented(e.pass, decl) || !e.to.touched(e.stmt, e.stmt) {
		return nil, false
	}
	edits = append(edits, technique.Replace(decl, ""))
	for i, use := range uses {
		w, ok := e.alone(use, "Write")
		if !ok || technique.Commented(e.pass, w.stmt.Node()) {
			return nil, false
		}
		text, more, ok := e.written(w)
		if !ok {
			return nil, false
		}
		if i == 0 {
			edits = append(edits, more...)
		}
		edits = append(edits, technique.Replace(w.stmt.Node(), text))
	}
	return edits, true
}

// use is a statement that only calls a method of the encoder, and does nothing with
// the error, which is nil: a buffer takes all.
type use struct {
	stmt inspector.Cursor
	call *ast.CallExpr
}

// alone matches a use of the encoder.
//
//	enc.Write(p), _, _ = enc.Write(p), if _, err := enc.Write(p); err != nil { ... },
//	return enc.Close()
func (e *encoder) alone(cur inspector.Cursor, method string) (u use, ok bool) {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method || cur.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
		return u, false
	}
	at := cur.Parent().Parent()
	u.call, u.stmt = at.Node().(*ast.CallExpr), at.Parent()
	switch s := u.stmt.Node().(type) {
	case *ast.ExprStmt:
	case *ast.ReturnStmt:
		if len(s.Results) != 1 || method != "Close" {
			return u, false
		}
	case *ast.AssignStmt:
		err := s.Lhs[len(s.Lhs)-1]
		for _, left := range s.Lhs[:len(s.Lhs)-1] {
			if !technique.IsBlank(left) {
				return u, false
			}
		}
		if u.stmt.ParentEdgeKind() != edge.IfStmt_Init {
			if !technique.IsBlank(err) {
				return u, false
			}
			break
		}
		u.stmt = u.stmt.Parent()
		check := u.stmt.Node().(*ast.IfStmt)
		if s.Tok != token.DEFINE || check.Else != nil || !e.asks(check.Cond, err) {
			return u, false
		}
	default:
		return u, false
	}
	mine, ok1 := technique.EnclosingFunc(cur)
	fn, ok2 := technique.EnclosingFunc(e.stmt)
	return u, ok1 && ok2 && mine == fn && technique.InList(u.stmt)
}

// asks reports whether a condition is that an error, which a statement before it
// declares, is not nil.
func (e *encoder) asks(cond, err ast.Expr) bool {
	info := e.pass.TypesInfo
	id, ok := err.(*ast.Ident)
	is, ok2 := cond.(*ast.BinaryExpr)
	return ok && ok2 && info.Defs[id] != nil && is.Op == token.NEQ &&
		technique.Names(info, is.X, info.Defs[id]) && info.Types[is.Y].IsNil()
}

// written returns the statement that writes to the buffer what a use writes, and the
// edits that declare what it calls.
func (e *encoder) written(u use) (text string, edits []analysis.TextEdit, ok bool) {
	if e.to.in(u.call.Args[0]) {
		return "", nil, false // what moves when the buffer grows
	}
	t := twin{name: technique.Text(e.pass, e.on) + ".AppendEncode",
		args: technique.Text(e.pass, u.call.Args[0])}
	if !technique.Since(e.pass, e.file, "go1.22") {
		if t, ok = older(e.pass, e.fn, e.on, t.args); !ok {
			return "", nil, false
		}
		if edits, ok = t.helper.Declare(e.pass, e.file, u.call); !ok {
			return "", nil, false
		}
	}
	if to := e.to.text; t.helper.Name == "" && e.long(u.call.Args[0]) && e.to.roomy() {
		size := technique.Text(e.pass, e.on) + ".EncodedLen(len(" + t.args + "))"
		return to + ".Grow(" + size + ")\n" + to + ".Write(" +
			t.code(to+".AvailableBuffer()") + ")", nil, true
	}
	return e.to.text + ".Write(" + t.code("make([]byte, 0, 64)") + ")", edits, true
}

// long reports whether what is encoded may be longer than there is room for on the stack: a
// slice of any length, which a name gives.
func (e *encoder) long(text ast.Expr) bool {
	return technique.VariableOrField(e.pass.TypesInfo, text) != nil &&
		technique.Pure(e.pass.TypesInfo, text) &&
		technique.Predeclared(e.pass, text.Pos(), "len")
}
