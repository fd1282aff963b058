package together

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// setting is a statement that gives one text to a key of a header or of the values of a URL.
type setting struct {
	cur  inspector.Cursor
	call *ast.CallExpr
	of   ast.Expr // the header
	key  string
	fn   ast.Node // the declared function around it
}

// headers proposes one slice for the texts that the statements of a list give to keys.
func headers(pass *analysis.Pass) {
	names := make(map[ast.Node]map[string]bool) // of each function
	in := make(map[ast.Node]bool)               // statements that a proposal is about
	for _, cur := range technique.Nodes(pass, (*ast.ExprStmt)(nil)) {
		first, ok := settingAt(pass, cur)
		if !ok || in[cur.Node()] {
			continue
		}
		run := []setting{first}
		for next, ok := cur.NextSibling(); ok && straight(next.Node()); next, ok =
			next.NextSibling() {
			if s, ok := settingAt(pass, next); ok &&
				technique.Text(pass, s.of) == technique.Text(pass, first.of) {
				run = append(run, s)
				in[next.Node()] = true
			}
		}
		if len(run) > 1 {
			if names[first.fn] == nil {
				names[first.fn] = make(map[string]bool)
			}
			technique.Report(pass, values(pass, run, names[first.fn]))
		}
	}
}

// values makes one slice for all texts. Each key gets a part of it that has no room behind it, and
// every operand is evaluated where it was.
//
//	have: h.Set("Content-Type", kind)
//	      h.Set("Content-Length", strconv.Itoa(n))
//	want: values := make([]string, 2)
//	      h["Content-Type"] = append(values[:0:1], kind)
//	      h["Content-Length"] = append(values[1:1:2], strconv.Itoa(n))
func values(pass *analysis.Pass, run []setting, names technique.Given) technique.Proposal {
	stmt := run[0].cur.Node()
	file := technique.FileOf(pass, stmt.Pos())
	name := names.Fresh(pass, file, "values", "")
	p := technique.Proposal{At: run[0].call, Message: "make the values of the keys in one slice",
		Edits: []analysis.TextEdit{technique.Insert(technique.Start(pass, file, stmt),
			fmt.Sprintf("%s := make([]string, %d)\n", name, len(run)))}}
	for i, s := range run {
		part := fmt.Sprintf("%d:%d:%d", i, i, i+1)
		if i == 0 {
			part = ":0:1"
			p.At = s.call
		} else {
			p.Also = append(p.Also, s.call)
		}
		p.Edits = append(p.Edits, analysis.TextEdit{Pos: s.of.End(), End: s.call.Args[1].Pos(),
			NewText: fmt.Appendf(nil, "[%s] = append(%s[%s], ",
				technique.Text(pass, s.call.Args[0]), name, part)})
	}
	return p
}

// added proposes one append for the constants and variables that adjacent statements add to one
// key: each append of one takes memory for one, two and four in turn.
//
//	have: h.Add("Vary", "Origin")
//	      h.Add("Vary", "Cookie")
//	want: h["Vary"] = append(h["Vary"], "Origin", "Cookie")
func added(pass *analysis.Pass) {
	in := make(map[ast.Node]bool)
	for _, cur := range technique.Nodes(pass, (*ast.ExprStmt)(nil)) {
		first, ok := plainAdd(pass, cur)
		if !ok || in[cur.Node()] {
			continue
		}
		values := technique.Text(pass, first.call.Args[1])
		last := first
		p := technique.Proposal{At: first.call, Message: "add the values of the key at once"}
		for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
			s, ok := plainAdd(pass, next)
			if !ok || s.key != first.key || !technique.SameExpr(pass.TypesInfo, s.of, first.of) {
				break
			}
			in[next.Node()] = true
			values += ", " + technique.Text(pass, s.call.Args[1])
			last = s
			p.Also = append(p.Also, s.call)
		}
		if last.call == first.call || technique.CommentedAround(pass, first.call, last.call) {
			continue
		}
		at := technique.Text(pass, first.of) + "[" + technique.Text(pass, first.call.Args[0]) + "]"
		p.Edits = []analysis.TextEdit{{Pos: first.call.Pos(), End: last.call.End(),
			NewText: []byte(at + " = append(" + at + ", " + values + ")")}}
		technique.Report(pass, p)
	}
}

// plainAdd matches h.Add("Key", value) with a constant or a variable, which cannot fail.
func plainAdd(pass *analysis.Pass, cur inspector.Cursor) (s setting, ok bool) {
	s, add, ok := keyed(pass, cur)
	if !ok || !add || absent(pass, cur, s) ||
		!technique.Predeclared(pass, cur.Node().Pos(), "append") {
		return s, false
	}
	_, constant := technique.ConstantText(pass.TypesInfo, s.call.Args[1])
	_, variable := technique.Variable(pass.TypesInfo, s.call.Args[1])
	return s, constant || variable
}

// straight reports whether the statement behind it in the list runs next, or none does.
func straight(n ast.Node) bool {
	switch n.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.DeclStmt:
		return true
	case *ast.IfStmt, *ast.SwitchStmt:
		return !technique.HasJump(n)
	}
	return false
}

// settingAt matches h.Set("Key", value), and h.Add where h is new and has no such key.
func settingAt(pass *analysis.Pass, cur inspector.Cursor) (s setting, ok bool) {
	s, add, ok := keyed(pass, cur)
	if !ok || add && !absent(pass, cur, s) || !s.ordered(pass) {
		return s, false
	}
	if technique.Commented(pass, technique.Span{From: s.of.End(), To: s.call.Args[1].Pos()}) ||
		!technique.Predeclared(pass, cur.Node().Pos(), "make", "append", "string") {
		return s, false
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		s.fn = fn.Node()
		return s, !technique.HasGoto(pass, s.fn)
	}
	return s, false
}

// keyed matches a statement that sets a constant key, or adds a value for one.
func keyed(pass *analysis.Pass, cur inspector.Cursor) (s setting, add, ok bool) {
	stmt, ok := cur.Node().(*ast.ExprStmt)
	if !ok || !technique.InList(cur) {
		return s, false, false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || call.Ellipsis.IsValid() {
		return s, false, false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Set" && sel.Sel.Name != "Add" {
		return s, false, false
	}
	t := pass.TypesInfo.TypeOf(sel.X)
	key, constant := technique.ConstantText(pass.TypesInfo, call.Args[0])
	if !technique.IsMap(t) || !constant {
		return s, false, false
	}
	s = setting{cur: cur, call: call, of: sel.X, key: key}
	add = sel.Sel.Name == "Add"
	if technique.IsNamed(t, "net/url", "Values") {
		return s, add, true
	}
	header := technique.IsNamed(t, "net/http", "Header") ||
		technique.IsNamed(t, "net/textproto", "MIMEHeader")
	kept, isName := technique.CanonicalHeader(key)
	return s, add, header && isName && kept == key
}

// ordered reports whether the header is the same one whether it is looked at before the value is
// made or after it: the language does not say when a variable is read beside a call.
func (s setting) ordered(pass *analysis.Pass) bool {
	if _, ok := ast.Unparen(s.of).(*ast.CallExpr); ok {
		return true // the calls happen from left to right
	}
	if v, ok := technique.Variable(pass.TypesInfo, s.of); ok &&
		technique.KeepsValue(pass, v, s.cur.Node()) {
		return true
	}
	loads := false // the header lies in what a pointer may lack
	for n := range ast.Preorder(s.of) {
		if _, isIdent := n.(*ast.Ident); !isIdent {
			loads = true
		}
	}
	for n := range ast.Preorder(s.call.Args[1]) {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
			if loads {
				return false // which of the two fails first
			}
		case *ast.BinaryExpr:
			if loads && (n.Op == token.QUO || n.Op == token.REM || n.Op == token.SHL ||
				n.Op == token.SHR) {
				return false
			}
		case *ast.CallExpr:
			if !pass.TypesInfo.Types[n.Fun].IsType() && !effects.Computes(pass, n) {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return false // another goroutine may go on
			}
		}
	}
	return true
}

// absent reports whether a header has no value for the key yet: a statement of the list makes it,
// and those since then only give values to other keys.
func absent(pass *analysis.Pass, cur inspector.Cursor, s setting) bool {
	v, ok := technique.Variable(pass.TypesInfo, s.of)
	if !ok || technique.Uses(pass.TypesInfo, s.call.Args[1], v) {
		return false
	}
	for prev, ok := cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if declared, _, value := technique.Declared(pass.TypesInfo, prev.Node()); declared == v {
			return technique.MakesMap(pass.TypesInfo, value)
		}
		if !technique.Uses(pass.TypesInfo, prev.Node(), v) {
			continue
		}
		other, _, ok := keyed(pass, prev)
		if !ok || other.key == s.key || !technique.Names(pass.TypesInfo, other.of, v) ||
			technique.Uses(pass.TypesInfo, other.call.Args[1], v) {
			return false
		}
	}
	return false
}
