package sound

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// apartNames gives declarations that proposals insert into several files a name of their own in
// each, so that one check serves all of them. A name that the package has anywhere stays: what
// it means would depend on the place. The result of a name stays equal in a file, and so do the
// edits that proposals share.
func (c *checker) apartNames() {
	files := make(map[string]map[string]int) // by the text of a declaration
	for _, edits := range c.edits {
		for _, e := range edits {
			if !e.declares() {
				continue
			}
			if files[e.text] == nil {
				files[e.text] = make(map[string]int)
			}
			if _, ok := files[e.text][e.file]; !ok {
				files[e.text][e.file] = len(files[e.text])
			}
		}
	}
	c.renamed = make([][]edit, len(c.edits))
	fresh := make(map[string][]string)
	for id, edits := range c.edits {
		names := make(map[string]string)
		for _, e := range edits {
			at := files[e.text][e.file]
			if at == 0 {
				continue // no declaration, or the first file with it
			}
			if _, ok := fresh[e.text]; !ok {
				fresh[e.text] = c.unknown(declaredNames(e.text))
			}
			for _, name := range fresh[e.text] {
				names[name] = fmt.Sprint(name, "ⁿ", at)
			}
		}
		c.renamed[id] = rename(edits, names)
	}
}

// declares reports whether an edit inserts a declaration. Each begins with a comment.
func (e edit) declares() bool { return e.start == e.end && strings.HasPrefix(e.text, "\n\n//") }

// declaredNames returns what a text declares for the whole package; nothing for a method.
func declaredNames(text string) []string {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text,
		parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var names []string
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	return names
}

// unknown returns the names that stand nowhere in the package.
func (c *checker) unknown(names []string) []string {
	var out []string
	for _, name := range names {
		if !c.mentions(name) {
			out = append(out, name)
		}
	}
	return out
}

// mentions reports whether the text of a file of the package has a name, even as a part of
// another. A file that cannot be read has all.
func (c *checker) mentions(name string) bool {
	for _, f := range c.Files {
		src, err := c.ReadFile(c.Fset.File(f.FileStart).Name())
		if err != nil || bytes.Contains(src, []byte(name)) {
			return true
		}
	}
	return false
}

// rename returns edits with other names.
func rename(edits []edit, names map[string]string) []edit {
	if len(names) == 0 {
		return edits
	}
	out := make([]edit, len(edits))
	for i, e := range edits {
		out[i] = e
		out[i].text = renameText(e.text, names)
	}
	return out
}

// renameText returns a text of Go, which may be a part of a file, with other names.
func renameText(text string, names map[string]string) string {
	src := []byte(text)
	fset := token.NewFileSet()
	tok := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(tok, src, func(token.Position, string) {}, 0)
	var out strings.Builder
	done := 0
	for {
		pos, kind, lit := s.Scan()
		if kind == token.EOF {
			break
		}
		if to, ok := names[lit]; ok && kind == token.IDENT {
			at := tok.Offset(pos)
			out.WriteString(text[done:at])
			out.WriteString(to)
			done = at + len(lit)
		}
	}
	out.WriteString(text[done:])
	return out.String()
}
