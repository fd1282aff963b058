package appendform

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// piece is one operand of a sum.
type piece struct {
	e    ast.Expr
	twin *twin // nil for a string that is there
	text string
	cons bool // text is its value
}

// literal reports whether a piece is written out.
func (p piece) literal() bool {
	_, ok := ast.Unparen(p.e).(*ast.BasicLit)
	return ok
}

// isSum reports whether an expression adds.
func isSum(e *ast.BinaryExpr) bool { return e.Op == token.ADD }

// divide finds the pieces of a string.
func (t *text) divide(e ast.Expr) bool {
	info := t.pass.TypesInfo
	e = ast.Unparen(e)
	if sum, ok := e.(*ast.BinaryExpr); ok && isSum(sum) && info.Types[e].Value == nil {
		return t.divide(sum.X) && t.divide(sum.Y)
	}
	if value := info.Types[e].Value; value != nil {
		t.pieces = append(t.pieces, piece{e: e, text: constant.StringVal(value), cons: true})
		return value.Kind() == constant.String
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if list, ok := joins(t.pass, call); ok {
			t.joined = true
			return t.join(list, call.Args[1])
		}
		if tw, ok := twinOf(t.pass, t.file, call); ok {
			t.pieces = append(t.pieces, piece{e: e, twin: &tw})
			return true
		}
	}
	t.pieces = append(t.pieces, piece{e: e})
	return types.Identical(info.TypeOf(e), types.Typ[types.String])
}

// joins matches strings.Join of a list that is written out, with a separator that can be
// evaluated as often as one likes.
func joins(pass *analysis.Pass, call *ast.CallExpr) (list *ast.CompositeLit, ok bool) {
	if !technique.IsFunc(pass.TypesInfo, call, "strings", "Join") || len(call.Args) != 2 ||
		!technique.Pure(pass.TypesInfo, call.Args[1]) {
		return nil, false
	}
	list, ok = ast.Unparen(call.Args[0]).(*ast.CompositeLit)
	return list, ok && len(list.Elts) > 1
}

// join finds the pieces of a list.
func (t *text) join(list *ast.CompositeLit, sep ast.Expr) bool {
	for i, e := range list.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed || i > 0 && !t.divide(sep) || !t.divide(e) {
			return false
		}
	}
	return true
}

// apart reports whether no piece can be read from where the text is appended to:
// none is made of bytes, but of those of an array.
func (t *text) apart() bool {
	for cur := range t.cur.Preorder() {
		e, ok := cur.Node().(ast.Expr)
		if !ok || !t.pass.TypesInfo.Types[e].IsValue() {
			continue
		}
		slice, ok := t.pass.TypesInfo.TypeOf(e).Underlying().(*types.Slice)
		if !ok || !types.Identical(slice.Elem().Underlying(), types.Typ[types.Byte]) {
			continue
		}
		part, ok := e.(*ast.SliceExpr)
		if !ok {
			return false
		}
		if _, array := t.pass.TypesInfo.TypeOf(part.X).Underlying().(*types.Array); !array {
			return false
		}
	}
	return true
}

// formats reports whether a piece is formatted.
func (t *text) formats() bool {
	for _, p := range t.pieces {
		if p.twin != nil {
			return true
		}
	}
	return false
}

// mapped reports whether the case of a piece is mapped. By itself such a text is technique
// equalfold's, unless it is appended to bytes.
func (t *text) mapped() bool {
	return slices.ContainsFunc(t.pieces, func(p piece) bool {
		return p.twin != nil && p.twin.mapped
	})
}

// repeated reports whether a piece is one text several times.
func (t *text) repeated() bool {
	return slices.ContainsFunc(t.pieces, func(p piece) bool {
		return p.twin != nil && p.twin.helper.Name == appendRepeat.Name
	})
}

// stored reports whether the text is returned, or put into a variable or a struct.
func (t *text) stored() bool {
	switch n := t.cur.Parent().Node().(type) {
	case *ast.ReturnStmt, *ast.KeyValueExpr, *ast.CompositeLit, *ast.ValueSpec:
		return true
	case *ast.AssignStmt:
		return n.Tok != token.ADD_ASSIGN
	}
	return false
}

// appendedTo reports whether append gets the text.
func (t *text) appendedTo() bool {
	call, ok := t.cur.Parent().Node().(*ast.CallExpr)
	return ok && technique.IsBuiltin(t.pass.TypesInfo, call, "append")
}

// variables counts the pieces that are not constant.
func (t *text) variables() (n int) {
	for _, p := range t.pieces {
		if !p.cons {
			n++
		}
	}
	return n
}

// appended returns the expression that appends all pieces to a slice.
func (t *text) appended(dst string) string {
	for _, p := range t.pieces {
		switch {
		case p.twin != nil:
			dst = p.twin.code(dst)
		case p.cons && p.text == "":
		case p.literal() && len(p.text) == 1 && p.text[0] < 0x80:
			dst = fmt.Sprintf("append(%s, %s)", dst, strconv.QuoteRune(rune(p.text[0])))
		default:
			dst = fmt.Sprintf("append(%s, %s...)", dst, operand(technique.Text(t.pass, p.e), p.e))
		}
	}
	return dst
}

// operand puts a sum in parentheses: a constant may be one.
func operand(text string, e ast.Expr) string {
	if _, sum := ast.Unparen(e).(*ast.BinaryExpr); sum && !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	}
	return text
}

// most is the room on the stack for text of which nothing is known to be longer.
const most = 256

// stack returns the expression for an empty slice on the stack that has room for
// the text if its strings are short.
func (t *text) stack() string {
	return fmt.Sprintf("make([]byte, 0, %d)", min(most, (t.room()+7)/8*8))
}

// room returns how many bytes the text has if its strings are short.
func (t *text) room() (room int) {
	for _, p := range t.pieces {
		switch {
		case p.twin != nil:
			room += p.twin.room
		case p.cons:
			room += len(p.text)
		default:
			room += 32
		}
	}
	return room
}
