package structkey

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// key is an expression that makes a text of operands.
type key struct {
	expr     ast.Expr
	operands []ast.Expr
}

// value returns what is the key instead, of a type.
func (k *key) value(pass *analysis.Pass, typ string) string {
	var texts []string
	for _, e := range k.operands {
		texts = append(texts, technique.Text(pass, e))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return typ + "{" + strings.Join(texts, ", ") + "}"
}

// shape is what a text is made of: constant texts, and operands of some types between them.
type shape struct {
	texts []string // one more than types
	types []types.Type
}

// keyOf finds the operands of a text.
//
//	fmt.Sprintf("%d,%d", x, y), strconv.Itoa(x) + "," + name, fmt.Sprint(n)
func keyOf(pass *analysis.Pass, e ast.Expr) (*key, *shape, bool) {
	k, s := &key{expr: e}, &shape{texts: []string{""}}
	return k, s, k.divide(pass, e, s) && len(k.operands) > 0 &&
		(len(k.operands) > 1 || !technique.IsText(s.types[0]))
}

// divide finds the parts of an expression.
func (k *key) divide(pass *analysis.Pass, e ast.Expr, s *shape) bool {
	info := pass.TypesInfo
	e = ast.Unparen(e)
	if text, ok := technique.ConstantText(info, e); ok {
		s.texts[len(s.texts)-1] += text
		return true
	}
	if sum, ok := adds(e); ok {
		return k.divide(pass, sum.X, s) && k.divide(pass, sum.Y, s)
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || info.Types[call.Fun].IsType() {
		return types.Identical(info.TypeOf(e), types.Typ[types.String]) && k.operand(e, info, s)
	}
	switch {
	case call.Ellipsis.IsValid():
		return false
	case technique.IsFunc(info, call, "strconv", "Itoa") && len(call.Args) == 1,
		technique.IsFunc(info, call, "fmt", "Sprint") && len(call.Args) == 1 &&
			prints(info.TypeOf(call.Args[0]), fmtverb.Directive{Verb: 'v', Plain: true, Prec: -1}):
		return k.operand(call.Args[0], info, s)
	case technique.IsFunc(info, call, "fmt", "Sprintf"):
		return k.format(info, call, s)
	}
	return false
}

// format finds the parts of a formatted text.
func (k *key) format(info *types.Info, call *ast.CallExpr, s *shape) bool {
	text, ok := technique.ConstantText(info, call.Args[0])
	list, known := fmtverb.Parse(text)
	if !ok || !known {
		return false
	}
	operands := call.Args[1:]
	for _, d := range list {
		if d.Verb == 0 {
			s.texts[len(s.texts)-1] += d.Text
			continue
		}
		if len(operands) == 0 || !prints(info.TypeOf(operands[0]), d) ||
			!k.operand(operands[0], info, s) {
			return false
		}
		operands = operands[1:]
	}
	return len(operands) == 0
}

// operand adds an operand, whose value is no constant of its own type.
func (k *key) operand(e ast.Expr, info *types.Info, s *shape) bool {
	t := types.Default(info.TypeOf(e))
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&(types.IsInteger|types.IsBoolean|types.IsString) == 0 {
		return false
	}
	k.operands = append(k.operands, e)
	s.types, s.texts = append(s.types, t), append(s.texts, "")
	return true
}

// prints reports whether a verb prints all of an operand: the same for the same value, and
// nothing else.
func prints(t types.Type, d fmtverb.Directive) bool {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || !d.Plain || d.Prec >= 0 || fmtverb.Asks(t, d.Verb) {
		return false
	}
	switch {
	case basic.Info()&types.IsInteger != 0:
		return basic.Kind() != types.Uintptr && (d.Verb == 'd' || d.Verb == 'v')
	case basic.Info()&types.IsBoolean != 0:
		return d.Verb == 't' || d.Verb == 'v'
	case basic.Info()&types.IsString != 0:
		return d.Verb == 's' || d.Verb == 'v'
	}
	return false
}

// same reports whether texts of two shapes are equal where their operands are.
func (s *shape) same(other *shape) bool {
	return slices.Equal(s.texts, other.texts) &&
		slices.EqualFunc(s.types, other.types, types.Identical)
}

// tells reports whether the operands of two texts are equal where the texts are. A string may
// hold anything, so there is one at most: what stands before it is read from the left, and what
// stands behind it from the right. A number ends before what is no digit; from the right, it
// begins behind what is neither a digit nor a sign.
func (s *shape) tells() bool {
	at := slices.IndexFunc(s.types, technique.IsText)
	if at >= 0 && slices.ContainsFunc(s.types[at+1:], technique.IsText) {
		return false
	}
	for i, t := range s.types {
		if !isNumber(t) {
			continue
		}
		if at < 0 || i < at {
			if after := s.texts[i+1]; after != "" && isDigit(after[0]) ||
				after == "" && i+1 < len(s.types) && !isBool(s.types[i+1]) {
				return false
			}
			continue
		}
		if before := s.texts[i]; before == "" && !isBool(s.types[i-1]) || before != "" &&
			(isDigit(before[len(before)-1]) || before[len(before)-1] == '-') {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNumber(t types.Type) bool {
	return t.Underlying().(*types.Basic).Info()&types.IsInteger != 0
}

func isBool(t types.Type) bool {
	return t.Underlying().(*types.Basic).Info()&types.IsBoolean != 0
}

// names says what the keys are made of.
func (s *shape) names() string {
	if slices.ContainsFunc(s.types, func(t types.Type) bool { return !isNumber(t) }) {
		return "the values"
	}
	return "numbers"
}

// fields returns the names of fields for the operands of a key: theirs, where these differ.
func (k *key) fields() (names []string) {
	for i, e := range k.operands {
		name := ""
		switch e := ast.Unparen(e).(type) {
		case *ast.Ident:
			name = e.Name
		case *ast.SelectorExpr:
			name = technique.LowerFirst(e.Sel.Name)
		}
		if name == "" || token.IsKeyword(name) || slices.Contains(names, name) {
			name = fmt.Sprint("part", i+1)
		}
		names = append(names, name)
	}
	return names
}
