package plant

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

// insertion is text to be put into a file.
type insertion struct {
	at   int // offset
	text string
}

// insert returns src with the insertions made. None of them holds a newline, so
// lines keep their numbers.
func insert(src []byte, list []insertion) []byte {
	slices.SortStableFunc(list, func(a, b insertion) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	last := 0
	for _, in := range list {
		out = append(append(out, src[last:in.at]...), in.text...)
		last = in.at
	}
	return append(out, src[last:]...)
}

// importHarness returns the insertion that lets a file call the harness.
func (s site) importHarness(fset *token.FileSet, f *ast.File) insertion {
	return insertion{fset.Position(f.Name.End()).Offset,
		fmt.Sprintf("; import wringharness %q", s.change.Module+"/"+folder)}
}

// recording returns a file of the old code in which the functions note what they are called
// with, or those that are false only by which test; nil if none of them is in it.
func (s site) recording(name string, src []byte, funcs map[string]bool) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var list []insertion
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Name.Name == "init" || fn.Name.Name == "_" {
			continue // there may be several of these
		}
		if _, wanted := funcs[symbol.Declared(fn)]; !wanted {
			continue
		}
		args, ok := parameters(fn)
		if !ok || !funcs[symbol.Declared(fn)] {
			args = nil
		}
		keep, tape := keeping(symbol.Declared(fn), args)
		list = append(list, insertion{fset.Position(fn.Body.Lbrace).Offset + 1, keep},
			insertion{len(src), tape})
	}
	if len(list) == 0 {
		return nil
	}
	return insert(src, append(list, s.importHarness(fset, f)))
}

// keeping returns the statement that keeps a call of a function, or without arguments only
// by which test it is made, and the declaration of its tape. What is kept are copies: the
// parameters do not escape.
func keeping(name string, args []string) (keep, tape string) {
	var copies []string
	quoted := strconv.Quote(name)
	for i, a := range args {
		copies = append(copies, fmt.Sprint("wringarg", i))
		quoted += ", " + strconv.Quote(a)
	}
	variable := fmt.Sprintf("wringtape%x", name)
	tape = fmt.Sprintf("\nvar %s = wringharness.NewTape(%s)\n", variable, quoted)
	if len(args) == 0 {
		return fmt.Sprintf(" if %s.Wants() { %s.Ran() };", variable, variable), tape
	}
	return fmt.Sprintf(" if %s.Wants() { %s := %s; %s.Keep(&%s) };", variable,
		strings.Join(copies, ", "), strings.Join(args, ", "), variable,
		strings.Join(copies, ", &")), tape
}

// parameters returns the names of the receiver and the parameters. It reports
// false if one has none, or if there are none at all.
func parameters(fn *ast.FuncDecl) (names []string, ok bool) {
	fields := fn.Type.Params.List
	if fn.Recv != nil {
		fields = slices.Concat(fn.Recv.List, fields)
	}
	for _, field := range fields {
		if len(field.Names) == 0 {
			return nil, false
		}
		for _, name := range field.Names {
			if name.Name == "_" {
				return nil, false
			}
			names = append(names, name.Name)
		}
	}
	return names, len(names) > 0
}

// Block is a part of a function that is run as a whole or not at all.
type Block struct {
	Func string // as a declaration spells it
	Line int
	File string
	// Inner says that it belongs to a function literal, which the function may only hand out.
	Inner bool
	// Known says that the old code has all of it, too, or that it is the rest of a block behind a
	// statement that may leave it: it need not be reached, but who comes to it comes nearer to
	// others.
	Known bool
}

// covering returns a file of the new code in which blocks note that they are
// run: those of functions that changed. first is the number of the first block.
func (s site) covering(name string, src []byte, known map[string]bool, first int) (
	[]byte, []Block) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil
	}
	var list []insertion
	var blocks []Block
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		old, before := s.pkg.Old[symbol.Declared(fn)]
		if before && old.Body == s.pkg.New[symbol.Declared(fn)].Body {
			continue
		}
		list = append(list, yields(fset, fn.Body)...)
		var literals []*ast.FuncLit
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok {
				literals = append(literals, lit)
			}
			_, all := opening(n)
			news := slices.ContainsFunc(all, func(st ast.Stmt) bool {
				return !known[headOf(fset, src, st)]
			})
			for i, part := range straight(n) {
				news := news && i == 0
				number := first + len(blocks)
				if number >= harness.MaxBlocks || !news && number >= mostKnown {
					continue
				}
				list = append(list, insertion{fset.Position(part.at).Offset,
					fmt.Sprintf(" wringharness.Hit(%d);", number)})
				line := fset.Position(part.first.Pos()).Line
				inner := slices.ContainsFunc(literals, func(lit *ast.FuncLit) bool {
					return lit.Body.Pos() < part.at && part.at < lit.End()
				})
				blocks = append(blocks, Block{symbol.Declared(fn), line, name, inner, !news})
			}
			return true
		})
	}
	if len(list) == 0 {
		return nil, nil
	}
	return insert(src, append(list, s.importHarness(fset, f))), blocks
}

// mostKnown is from how many blocks on those of the old code are left out.
const mostKnown = harness.MaxBlocks / 2

// yields returns insertions that let other calls go on before each statement.
func yields(fset *token.FileSet, body *ast.BlockStmt) []insertion {
	var list []insertion
	ast.Inspect(body, func(n ast.Node) bool {
		_, stmts := opening(n)
		for _, st := range stmts {
			if _, empty := st.(*ast.EmptyStmt); !empty {
				list = append(list, insertion{fset.Position(st.Pos()).Offset,
					"wringharness.Yield(); "})
			}
		}
		return true
	})
	return list
}

// mixing returns the old code, in which the functions that change yield.
func (s site) mixing() map[string][]byte {
	files := map[string][]byte{}
	for name, text := range s.change.Old {
		files[name] = text
	}
	for name := range s.change.New {
		src := s.pkg.Texts[name]
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil || src == nil || s.pkg.Cgo {
			continue
		}
		var list []insertion
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil &&
				s.pkg.Old[symbol.Declared(fn)].Body != s.pkg.New[symbol.Declared(fn)].Body {
				list = append(list, yields(fset, fn.Body)...)
			}
		}
		if len(list) > 0 {
			files[name] = insert(src, append(list, s.importHarness(fset, f)))
		}
	}
	return files
}

// part is statements of a block that are run as a whole or not at all: the first of them, and
// where a call in front of it may stand.
type part struct {
	at    token.Pos
	first ast.Stmt
}

// straight divides the statements of a block behind those that may leave it.
func straight(n ast.Node) []part {
	at, stmts := opening(n)
	if !at.IsValid() {
		return nil
	}
	parts := []part{{at, stmts[0]}}
	for i, st := range stmts[1:] {
		if leaves(stmts[i]) {
			parts = append(parts, part{st.Pos(), st})
		}
	}
	return parts
}

// leaves reports whether a statement may hold one that goes on elsewhere than behind it.
func leaves(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

// opening returns where the statements of a block begin, and these.
func opening(n ast.Node) (token.Pos, []ast.Stmt) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		if len(n.List) > 0 && !isClause(n.List[0]) {
			return n.Lbrace + 1, n.List
		}
	case *ast.CaseClause:
		if len(n.Body) > 0 {
			return n.Colon + 1, n.Body
		}
	case *ast.CommClause:
		if len(n.Body) > 0 {
			return n.Colon + 1, n.Body
		}
	}
	return token.NoPos, nil
}

func isClause(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// headOf returns the text of a statement, of a compound one only up to its
// block: what is in it is a block of its own.
func headOf(fset *token.FileSet, src []byte, s ast.Stmt) string {
	end := s.End()
	ast.Inspect(s, func(n ast.Node) bool {
		if b, ok := n.(*ast.BlockStmt); ok && b.Lbrace < end {
			end = b.Lbrace
		}
		return true
	})
	text := string(src[fset.Position(s.Pos()).Offset:fset.Position(end).Offset])
	return strings.Join(strings.Fields(text), " ")
}

// statements returns the heads of all statements of the old code.
func statements(pkg *reach.Package) map[string]bool {
	heads := map[string]bool{}
	for _, f := range pkg.Files {
		src := pkg.Texts[pkg.Fset.File(f.FileStart).Name()]
		ast.Inspect(f, func(n ast.Node) bool {
			if st, ok := n.(ast.Stmt); ok && src != nil {
				heads[headOf(pkg.Fset, src, st)] = true
			}
			return true
		})
	}
	return heads
}
