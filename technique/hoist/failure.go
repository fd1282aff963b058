package hoist

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// failure is an error that says the same each time, wherever a file makes it.
type failure struct {
	name string
	// known says that the variable is there already.
	known bool
	// declared is where it is going to be declared.
	declared *site
	funcs    map[ast.Decl]bool // for which it was proposed
}

// failureKey tells failures apart: by the expression and, since a file may not
// belong to each build, by the file.
type failureKey struct {
	file *ast.File
	text string
}

// isFailure reports whether the expression makes an error of constants, and of errors that are
// always the same.
func (s *site) isFailure() bool {
	info := s.pass.TypesInfo
	call, ok := s.expr.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return false
	}
	text, ok := technique.ConstantText(info, call.Args[0])
	if !ok || !technique.IsFunc(info, call, "fmt", "Errorf") {
		return ok && technique.IsFunc(info, call, "errors", "New")
	}
	for _, arg := range call.Args[1:] {
		if !s.isConstant(arg) && !s.isSentinel(arg) {
			return false
		}
	}
	return !strings.Contains(text, "%") || len(call.Args) > 1
}

// isConstant reports whether an operand is a constant of a basic type, which formats itself in no
// way of its own.
func (s *site) isConstant(e ast.Expr) bool {
	tv := s.pass.TypesInfo.Types[e]
	_, basic := types.Unalias(tv.Type).(*types.Basic)
	return basic && tv.Value != nil
}

// isSentinel reports whether an operand is a variable with an error that is made of a constant and
// that nothing in the package replaces, or one of the standard library.
//
//	want: var ErrShort = errors.New("short"), io.ErrUnexpectedEOF
func (s *site) isSentinel(e ast.Expr) bool {
	v := technique.VariableOrField(s.pass.TypesInfo, e)
	if v == nil || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() ||
		!technique.IsError(v.Type()) {
		return false
	}
	if v.Pkg() != s.pass.Pkg {
		root, _, _ := strings.Cut(v.Pkg().Path(), "/")
		own, _, _ := strings.Cut(s.pass.Pkg.Path(), "/")
		return !strings.Contains(root, ".") && root != own && (strings.HasPrefix(v.Name(), "Err") ||
			v.Pkg().Path() == "io" && v.Name() == "EOF")
	}
	call, ok := technique.Initial(s.pass, v).(*ast.CallExpr)
	return ok && len(call.Args) == 1 && s.pass.TypesInfo.Types[call.Args[0]].Value != nil &&
		technique.IsFunc(s.pass.TypesInfo, call, "errors", "New") &&
		technique.Unassigned(s.pass, v)
}

// failure proposes one variable for all errors of the function that are made
// like this one. In the next function the same variable serves: where it is not
// there yet, both declare it at the same place, and only one can be taken.
//
//	have: return errors.New("invalid length")
//	want: return errInvalidLength
func (s *site) failure(known map[failureKey]*failure) (technique.Proposal, bool) {
	none := technique.Proposal{}
	if _, dropped := s.cur.Parent().Node().(*ast.ExprStmt); dropped {
		return none, false // a variable is no statement
	}
	if s.panics() || !s.sameOutside(building{}) {
		return none, false
	}
	key := failureKey{s.file, technique.Text(s.pass, s.expr)}
	f := known[key]
	if f == nil {
		f = s.newFailure(key.text)
		known[key] = f
	}
	if f.funcs[s.fn] || !s.resolves(f) {
		return none, false
	}
	f.funcs[s.fn] = true
	var edits []analysis.TextEdit
	if !f.known {
		edits = append(edits, f.declared.declare(f.name, key.text))
	}
	for _, e := range s.equalErrors(key.text) {
		edits = append(edits, technique.Replace(e, f.name))
	}
	return technique.Proposal{At: s.expr, Message: "build the error once, in " + f.name,
		Edits: edits}, true
}

// newFailure returns the variable for an error: an existing one that no code
// compares with anything, or a new one.
func (s *site) newFailure(text string) *failure {
	f := &failure{declared: s, funcs: map[ast.Decl]bool{}}
	if f.name, f.known = s.there(text, s.onlyReturned); !f.known {
		f.name = s.fresh(s.failureName())
	}
	return f
}

// there returns the unexported variable of the file that begins with an expression, by how that is
// written, and that serves.
func (s *site) there(text string, serves func(types.Object) bool) (name string, ok bool) {
	for _, decl := range s.file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Names) == 1 && len(v.Values) == 1 && !v.Names[0].IsExported() &&
				v.Type == nil && technique.Text(s.pass, v.Values[0]) == text &&
				serves(s.pass.TypesInfo.Defs[v.Names[0]]) {
				return v.Names[0].Name, true
			}
		}
	}
	return "", false
}

// onlyReturned reports whether all uses of a variable are to return it.
func (s *site) onlyReturned(v types.Object) bool {
	if v == nil {
		return false
	}
	for _, cur := range technique.UsesOf(s.pass, v) {
		if _, ok := cur.Parent().Node().(*ast.ReturnStmt); !ok {
			return false
		}
	}
	return true
}

// resolves reports whether the failure's name resolves to its variable here, or
// to nothing if the variable is new.
func (s *site) resolves(f *failure) bool {
	scope := s.pass.Pkg.Scope().Innermost(s.expr.Pos())
	if scope == nil {
		return false
	}
	in, obj := scope.LookupParent(f.name, s.expr.Pos())
	return obj == nil || f.known && in == s.pass.Pkg.Scope()
}

// equalErrors returns the expressions of the function that make the same error.
func (s *site) equalErrors(text string) []ast.Expr {
	var list []ast.Expr
	fn, ok := technique.Find(s.pass, s.fn)
	if !ok {
		return list
	}
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		other := *s
		other.cur, other.expr = cur, cur.Node().(ast.Expr)
		if technique.Text(s.pass, other.expr) == text && other.isFailure() && !other.panics() &&
			other.sameOutside(building{}) {
			list = append(list, other.expr)
		}
	}
	return list
}

// panics reports whether the expression is what a panic is called with: it is
// made once in the life of most programs.
func (s *site) panics() bool {
	call, ok := s.cur.Parent().Node().(*ast.CallExpr)
	return ok && technique.IsBuiltin(s.pass.TypesInfo, call, "panic")
}

// verbs are what package fmt replaces in a text.
var verbs = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z%]`)

// longestName bounds the words of an error that make a name.
const longestName = 32

// failureName makes a name from what the error says: errInvalidLength from
// "uuid: invalid length". Where that is long, the function gives the name.
func (s *site) failureName() string {
	text, _ := technique.ConstantText(s.pass.TypesInfo, s.expr.(*ast.CallExpr).Args[0])
	text = verbs.ReplaceAllString(text, "")
	if _, after, ok := strings.Cut(text, ": "); ok && strings.Trim(after, " :") != "" {
		text = after
	}
	name := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	}) {
		if word = strings.ReplaceAll(word, "'", ""); word != "" {
			name += technique.UpperFirst(word)
		}
	}
	if name == "" || len(name) > longestName {
		name = technique.UpperFirst(s.called())
	}
	return "err" + name
}
