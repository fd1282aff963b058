package computeonce

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// value is an expression that makes an object, the same for the same operands.
type value struct {
	cur      inspector.Cursor
	expr     ast.Expr
	text     string
	name     string // for a variable that keeps it
	operands []*types.Var
	// fields are those that it reads through pointers, and followed the pointers.
	fields, followed []*types.Var
	// reads says that it depends on bytes that an operand leads to.
	reads bool
	// bytes says that it is a slice, which its users must leave as it is.
	bytes bool
	// looped says that it is only worth a variable before a loop.
	looped bool
	// itself says that it uses the operands themselves, whatever they are.
	itself bool
	// safe says that no user of it can tell one from many.
	safe bool
}

// same reports whether two expressions have the same value where the operands do.
func (v *value) same(o *value) bool {
	return v.text == o.text && slices.Equal(v.operands, o.operands)
}

// value returns what an expression makes; nil for one that may come out
// otherwise next time, or makes nothing.
func (s *search) value(cur inspector.Cursor) *value {
	e := cur.Node().(ast.Expr)
	v := &value{cur: cur, expr: e, safe: true}
	ok := false
	switch e := e.(type) {
	case *ast.BinaryExpr:
		v.name, ok = "joined", s.concatenation(cur, e, v)
	case *ast.CallExpr:
		if s.pass.TypesInfo.Types[e.Fun].IsType() {
			ok = s.conversion(cur, e, v)
		} else {
			ok = s.call(cur, e, v)
		}
	case *ast.SelectorExpr:
		ok = s.methodValue(cur, e, v)
	case *ast.FuncLit:
		ok = s.function(cur, e, v)
	}
	if !ok || len(v.operands) == 0 || s.moves(v) {
		return nil
	}
	v.text = technique.Text(s.pass, e)
	return v
}

// concatenation matches a whole concatenation of texts.
func (s *search) concatenation(cur inspector.Cursor, e *ast.BinaryExpr, v *value) bool {
	info := s.pass.TypesInfo
	if e.Op != token.ADD {
		return false
	}
	if tv := info.Types[e]; tv.Value != nil || !technique.IsText(tv.Type) {
		return false
	}
	if outer, ok := cur.Parent().Node().(*ast.BinaryExpr); ok && outer.Op == token.ADD {
		return false
	}
	return s.steady(e, v)
}

// conversion matches string(b), and []byte(s) whose bytes are only read. Where
// the compiler converts without a copy, there is nothing to keep.
func (s *search) conversion(cur inspector.Cursor, e *ast.CallExpr, v *value) bool {
	info := s.pass.TypesInfo
	arg := ast.Unparen(e.Args[0])
	if technique.IsText(info.TypeOf(e)) {
		v.name = nameOf(arg) + "Text"
		return !s.looksOnly(cur) && s.bytes(arg, v)
	}
	if !technique.IsBytes(info.TypeOf(e)) || !technique.IsText(info.TypeOf(arg)) {
		return false
	}
	read, leaves := effects.OnlyRead(s.pass, cur)
	v.name, v.bytes, v.safe = nameOf(arg)+"Bytes", true, false
	return read && leaves && s.steady(arg, v)
}

// looksOnly reports whether the compiler makes no copy for a string of bytes.
func (s *search) looksOnly(cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.IndexExpr:
		return cur.ParentEdgeKind() == edge.IndexExpr_Index &&
			cur.Parent().ParentEdgeKind() != edge.AssignStmt_Lhs
	case *ast.SwitchStmt, *ast.CaseClause:
		return true
	case *ast.RangeStmt:
		return n.X == cur.Node()
	}
	return false
}

// makers are the functions of the standard library that make a new text, with the
// name of a variable for it. One that ends in a capital goes before the operand's.
var makers = map[string]string{
	"strings.ToLower": "lowerX", "strings.ToUpper": "upperX", "strings.ToTitle": "titleX",
	"strings.Title": "titleX", "strings.Replace": "replaced", "strings.ReplaceAll": "replaced",
	"strings.ToValidUTF8": "valid",
	"strconv.Itoa":        "xText", "strconv.FormatInt": "xText", "strconv.FormatUint": "xText",
	"strconv.FormatFloat": "xText", "strconv.Quote": "quotedX",
	"fmt.Sprintf": "text", "fmt.Sprint": "text", "fmt.Sprintln": "line",
	"net/url.QueryEscape": "escapedX", "net/url.PathEscape": "escapedX",
	"html.EscapeString": "escapedX", "html.UnescapeString": "plainX",
	"path.Join": "joined", "path/filepath.Join": "joined",
	"encoding/hex.EncodeToString": "xHex", "regexp.QuoteMeta": "quotedX",
}

// call matches a call that makes a text.
func (s *search) call(cur inspector.Cursor, e *ast.CallExpr, v *value) bool {
	name, ok := s.maker(e)
	if !ok {
		v.name = getterName(s.pass.TypesInfo, e)
		_, used := cur.Parent().Node().(ast.Expr)
		return (used || cur.ParentEdgeKind() == edge.AssignStmt_Rhs) && s.getter(e, v, 0)
	}
	operand := "text"
	for _, arg := range e.Args {
		if id := ident(arg); id != nil {
			operand = id.Name
			break
		}
		if sel, ok := arg.(*ast.SelectorExpr); ok {
			operand = sel.Sel.Name
			break
		}
	}
	switch {
	case strings.HasSuffix(name, "X"):
		name = name[:len(name)-1] + technique.UpperFirst(operand)
	case strings.HasPrefix(name, "x"):
		name = technique.LowerFirst(operand) + name[1:]
	}
	v.name = name
	return s.known(e, v)
}

// maker returns what a variable for the result of a call is called.
func (s *search) maker(e *ast.CallExpr) (string, bool) {
	fn, ok := technique.Func(s.pass.TypesInfo, e)
	if !ok || fn.Pkg() == nil {
		return "", false
	}
	if technique.IsMethod(s.pass.TypesInfo, e, "time", "Time", "Format") {
		return "text", true
	}
	name, ok := makers[fn.Pkg().Path()+"."+fn.Name()]
	return name, ok && fn.Signature().Recv() == nil
}

// known reports whether a call makes a text, as the table of effects says, and
// its arguments are steady.
func (s *search) known(e *ast.CallExpr, v *value) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, e)
	if _, maker := s.maker(e); !ok || !maker || !s.computes(e, fn) {
		return false
	}
	if fn.Signature().Recv() != nil {
		id := ident(e.Fun.(*ast.SelectorExpr).X)
		operand, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || !types.Identical(operand.Type(), fn.Signature().Recv().Type()) {
			return false
		}
		v.operands = append(v.operands, operand)
	}
	return !slices.ContainsFunc(e.Args, func(arg ast.Expr) bool {
		return !s.steady(arg, v) && !s.bytes(arg, v)
	})
}

// computes reports whether a call of the standard library does no more than make a text.
func (s *search) computes(e *ast.CallExpr, fn *types.Func) bool {
	return !e.Ellipsis.IsValid() && effects.WritesNoBytes(s.pass, e, fn) &&
		!effects.Of(fn).Has(effects.Keeps|effects.Changes|effects.Panics)
}

// nameOf returns the last name in an expression.
func nameOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return technique.LowerFirst(e.Name)
	case *ast.SelectorExpr:
		return technique.LowerFirst(e.Sel.Name)
	}
	return "whole"
}
