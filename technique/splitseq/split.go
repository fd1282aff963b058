package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// split is a call that makes a slice of pieces.
type split struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor // at call
	call *ast.CallExpr
	sel  *ast.SelectorExpr // strings.Split
	fn   *types.Func
	// sep is the separator when it is constant. It may be empty: then there is
	// a piece for each character, and none for no text.
	sep   string
	limit int64 // of SplitN and SplitAfterN; -1 when there is none
	// handed says that pieces of bytes may go to other code while the next ones are found.
	handed bool
	// lead is a statement before the split, which gives a variable the text, or "".
	lead string

	own   map[string]string // names that it gave, by what they were made from
	taken map[string]bool   // all names given in the declaration around
}

// sequence returns the name of the function that yields what the function of
// that name returns.
func sequence(name string) string {
	switch name {
	case "Split", "SplitAfter", "Fields", "FieldsFunc":
		return name + "Seq"
	}
	return ""
}

func newSplit(pass *analysis.Pass, cur inspector.Cursor) (*split, bool) {
	call := cur.Node().(*ast.CallExpr)
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return nil, false
	}
	if path := fn.Pkg().Path(); path != "strings" && path != "bytes" {
		return nil, false
	}
	if sequence(fn.Name()) == "" && fn.Name() != "SplitN" && fn.Name() != "SplitAfterN" {
		return nil, false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return nil, false // a dot import, or the results of another call
	}
	s := &split{pass: pass, cur: cur, call: call, sel: sel, fn: fn, limit: -1,
		file: technique.FileOf(pass, call.Pos()), own: make(map[string]string)}
	if s.file == nil ||
		!technique.Predeclared(pass, call.Pos(), "len", "append", "string", "byte") {
		return nil, false
	}
	return s, s.constants()
}

// constants reads the separator and the limit, and reports whether the number
// of arguments is as it must be.
func (s *split) constants() bool {
	want := s.fn.Signature().Params().Len()
	if len(s.call.Args) != want {
		return false // f(g()), where g has several results
	}
	known := true
	switch s.fn.Name() {
	case "Split", "SplitAfter":
		s.sep = s.constantText(s.call.Args[1])
	case "SplitN", "SplitAfterN":
		s.sep = s.constantText(s.call.Args[1])
		s.limit, known = s.constantInt(s.call.Args[2])
	}
	return known
}

// constantText returns the value of a constant string, of the conversion of one to
// []byte, and of a literal of constant bytes; "" for what is not constant.
func (s *split) constantText(e ast.Expr) string {
	e = ast.Unparen(e)
	if lit, ok := e.(*ast.CompositeLit); ok && technique.IsBytes(s.pass.TypesInfo.TypeOf(e)) {
		var text []byte
		for _, elt := range lit.Elts {
			k, ok := s.constantInt(elt)
			if !ok {
				return "" // also with a key
			}
			text = append(text, byte(k))
		}
		return string(text)
	}
	if conv, ok := e.(*ast.CallExpr); ok && len(conv.Args) == 1 &&
		s.pass.TypesInfo.Types[conv.Fun].IsType() {
		e = conv.Args[0]
	}
	text, _ := technique.ConstantText(s.pass.TypesInfo, e)
	return text
}

// onBytes reports whether the text is a []byte.
func (s *split) onBytes() bool { return s.fn.Pkg().Path() == "bytes" }

// element returns how the type of a piece is written.
func (s *split) element() string {
	if s.onBytes() {
		return "[]byte"
	}
	return "string"
}

// has reports whether the package of the call has a function of that name and
// the file may use what came with a Go release. A file for an older one could
// be built by that.
func (s *split) has(name, release string) bool {
	v := s.pass.TypesInfo.FileVersions[s.file]
	return name != "" && s.fn.Pkg().Scope().Lookup(name) != nil &&
		(v == "" || version.Compare(v, release) >= 0)
}

// rename returns the edit that calls another function of the package.
func (s *split) rename(name string) analysis.TextEdit {
	return technique.Replace(s.sel.Sel, name)
}

// fresh returns a name for a variable, made from base, that neither the file
// has nor another proposal for the same declaration gives; asked again it
// returns the same.
func (s *split) fresh(base string) string {
	if name, ok := s.own[base]; ok {
		return name
	}
	name := s.local(base)
	for i := 2; s.taken[name]; i++ {
		name = s.local(base + strconv.Itoa(i))
	}
	s.own[base] = name
	s.taken[name] = true
	return name
}

// local returns a name for a variable of a loop, which others may use after it.
func (s *split) local(base string) string {
	return technique.FreshName(s.pass, s.file, base)
}

// callText returns the text of a call of another function of the package with
// these arguments.
func (s *split) callText(name, args string) string {
	return technique.Text(s.pass, s.sel.X) + "." + name + "(" + args + ")"
}

// argText returns the text of the call's argument.
func (s *split) argText(i int) string { return technique.Text(s.pass, s.call.Args[i]) }

// repeatable reports whether the text and the separator may be evaluated twice
// in a row: they only name variables and constants.
func (s *split) repeatable() bool {
	for _, arg := range s.call.Args[:min(2, len(s.call.Args))] {
		if s.constantText(arg) != "" {
			continue
		}
		if !s.names(arg) {
			return false
		}
	}
	return true
}

// names reports whether e is a variable or a field of one that no pointer
// leads to, so that to look at it twice is to see the same.
func (s *split) names(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := s.pass.TypesInfo.Selections[e]
		if sel == nil {
			_, isVar := s.pass.TypesInfo.Uses[e.Sel].(*types.Var)
			return isVar
		}
		return sel.Kind() == types.FieldVal && s.names(e.X)
	}
	return false
}

// between returns the edit that puts text in the place of a range.
func between(from, to token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)}
}
