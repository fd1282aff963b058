package differential

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
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
func (p *comparison) importHarness(fset *token.FileSet, f *ast.File) insertion {
	return insertion{fset.Position(f.Name.End()).Offset,
		fmt.Sprintf("; import wringharness %q", p.Module+"/"+folder)}
}

// recording returns a file of the old code in which the functions note what
// they are called with; nil if none of them is in it.
func (p *comparison) recording(name string, src []byte, funcs map[string]bool) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var list []insertion
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !funcs[declName(fn)] {
			continue
		}
		args, ok := parameters(fn)
		if !ok {
			continue
		}
		call := fmt.Sprintf(" wringharness.Record(%q, %s);", declName(fn), strings.Join(args, ", "))
		list = append(list, insertion{fset.Position(fn.Body.Lbrace).Offset + 1, call})
	}
	if len(list) == 0 {
		return nil
	}
	return insert(src, append(list, p.importHarness(fset, f)))
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

// block is a part of a function that is run as a whole or not at all.
type block struct {
	fn   string
	line int
	file string
}

// covering returns a file of the new code in which blocks note that they are
// run: those that hold something that the old code did not. first is the number
// of the first block.
func (p *comparison) covering(name string, src []byte, s *source, first int) ([]byte, []block) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil
	}
	var list []insertion
	var blocks []block
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		old, before := s.old[declName(fn)]
		if before && old.body == s.new[declName(fn)].body {
			continue
		}
		list = append(list, yields(fset, fn.Body)...)
		known := s.statements()
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			at, stmts := opening(n)
			if !at.IsValid() || first+len(blocks) >= maxBlocks {
				return true
			}
			if !slices.ContainsFunc(stmts, func(st ast.Stmt) bool {
				return !known[headOf(fset, src, st)]
			}) {
				return true
			}
			where := fset.Position(at)
			list = append(list, insertion{where.Offset,
				fmt.Sprintf(" wringharness.Hit(%d);", first+len(blocks))})
			blocks = append(blocks, block{declName(fn), fset.Position(stmts[0].Pos()).Line, name})
			return true
		})
	}
	if len(list) == 0 {
		return nil, nil
	}
	return insert(src, append(list, p.importHarness(fset, f))), blocks
}

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
func (p *comparison) mixing(s *source) map[string][]byte {
	files := map[string][]byte{}
	for name, text := range p.Old {
		files[name] = text
	}
	for name := range p.New {
		src := s.texts[name]
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil || src == nil || s.cgo {
			continue
		}
		var list []insertion
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil &&
				s.old[declName(fn)].body != s.new[declName(fn)].body {
				list = append(list, yields(fset, fn.Body)...)
			}
		}
		if len(list) > 0 {
			files[name] = insert(src, append(list, p.importHarness(fset, f)))
		}
	}
	return files
}

// maxBlocks mirrors harness.MaxBlocks.
const maxBlocks = 4096

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
func (s *source) statements() map[string]bool {
	if s.heads != nil {
		return s.heads
	}
	s.heads = map[string]bool{}
	for _, f := range s.files {
		src := s.texts[s.fset.File(f.FileStart).Name()]
		ast.Inspect(f, func(n ast.Node) bool {
			if st, ok := n.(ast.Stmt); ok && src != nil {
				s.heads[headOf(s.fset, src, st)] = true
			}
			return true
		})
	}
	return s.heads
}
