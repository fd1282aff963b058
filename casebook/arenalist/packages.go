package arenalist

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/wring-go/wring/casebook/arenalist/adapt"
)

// adapted is where the copies of adapted packages are, for the compiler only.
const adapted = here + "/adapted/"

// here is the import path of this folder.
const here = "github.com/wring-go/wring/casebook/arenalist"

// packages returns the packages that the worker wants adapted, by the name of
// the copy's folder. source returns the folder of a package.
func packages(source func(path string) string) map[string]adapt.Package {
	return map[string]adapt.Package{
		"html": {
			Dir: source("golang.org/x/net/html"), Types: []string{"parser", "Tokenizer"},
			Patches: htmlPatches,
			Extra: "package html\n\nimport \"bytes\"\n" +
				"import \"github.com/wring-go/wring/kit/arena\"\n\n" +
				"func WithArena(a *arena.Arena) ParseOption {\n" +
				"return func(p *parser) { p.arena, p.tokenizer.arena = a, a } }\n\n" +
				"func (z *Tokenizer) replaced(s []byte) []byte {\n" +
				"if bytes.Contains(s, nul) { return bytes.ReplaceAll(s, nul, replacement) }\n" +
				"return arena.Append[byte](z.arena, nil, s...) }\n",
		},
		"xml": {
			Dir: source("encoding/xml"), Types: []string{"Decoder"},
			Extra: "package xml\n\nimport \"github.com/wring-go/wring/kit/arena\"\n\n" +
				"func (d *Decoder) SetArena(a *arena.Arena) { d.arena = a }\n",
		},
		"sheet": { // after itself, with this encoding/xml
			Dir:     source(here + "/after"),
			Imports: map[string]string{"encoding/xml": adapted + "xml"},
			Patches: []adapt.Patch{{File: "sheet.go",
				Old: "	d := xml.NewDecoder(bytes.NewReader(document))\n",
				New: "	d := xml.NewDecoder(bytes.NewReader(document))\n	d.SetArena(a)\n"}},
		},
		"scannerhooks": {Dir: source("go/internal/scannerhooks")},
		"scanner": {
			Dir: source("go/scanner"), Types: []string{"Scanner"},
			Imports: map[string]string{"go/internal/scannerhooks": adapted + "scannerhooks"},
			Extra: "package scanner\n\nimport \"github.com/wring-go/wring/kit/arena\"\n\n" +
				"func (s *Scanner) SetArena(a *arena.Arena) { s.arena = a }\n",
		},
		"goparser": {
			Dir: source("go/parser"), Types: []string{"parser", "resolver"},
			Imports: map[string]string{
				"go/internal/scannerhooks": adapted + "scannerhooks",
				"go/scanner":               adapted + "scanner",
			},
			Patches: parserPatches,
		},
	}
}

// htmlPatches have the names in tags copied to the arena. bytes.ReplaceAll, which
// replaces zero bytes in them, copies to the heap also where there is none.
var htmlPatches = []adapt.Patch{
	{File: "token.go",
		Old: "		s := bytes.ReplaceAll(z.buf[z.data.start:z.data.end], nul, replacement)\n",
		New: "		s := z.replaced(z.buf[z.data.start:z.data.end])\n"},
	{File: "token.go",
		Old: "bytes.ReplaceAll(z.buf[x[0].start:x[0].end], nul, replacement)",
		New: "z.replaced(z.buf[x[0].start:x[0].end])"},
	{File: "token.go",
		Old: "bytes.ReplaceAll(z.buf[x[1].start:x[1].end], nul, replacement)",
		New: "z.replaced(z.buf[x[1].start:x[1].end])"},
}

// parserPatches give go/parser's ParseFile an arena as its first argument.
var parserPatches = []adapt.Patch{
	{File: "interface.go", Old: "func ParseFile(fset", New: "func ParseFile(a *arena.Arena, fset"},
	{File: "interface.go", Old: "src, err := ParseFile(fset",
		New: "src, err := ParseFile(nil, fset"},
	{File: "interface.go", Old: "	p.init(file, text, mode)\n	f =",
		New: "	p.arena = a\n	p.init(file, text, mode)\n	f ="},
	{File: "interface.go", Old: "\npackage parser\n",
		New: "\npackage parser; import \"github.com/wring-go/wring/kit/arena\"\n"},
	{File: "parser.go", Old: "	p.scanner.Init(",
		New: "	p.scanner.SetArena(p.arena)\n	p.scanner.Init("},
	{File: "parser.go", Old: "resolveFile(f,", New: "resolveFile(p.arena, f,"},
	{File: "resolver.go", Old: "func resolveFile(file",
		New: "func resolveFile(a *arena.Arena, file"},
	{File: "resolver.go", Old: "r := &resolver{\n", New: "r := &resolver{\n		arena:    a,\n"},
	{File: "resolver.go", Old: "ast.NewScope(r.topScope)", New: newScope("r.topScope")},
	{File: "resolver.go", Old: "ast.NewScope(r.labelScope)", New: newScope("r.labelScope")},
	{File: "resolver.go", Old: "ast.NewObj(kind, ident.Name)",
		New: "arena.Of(r.arena, ast.Object{Kind: kind, Name: ident.Name})"},
	{File: "resolver.go", Old: "ast.NewObj(ast.Var, ident.Name)",
		New: "arena.Of(r.arena, ast.Object{Kind: ast.Var, Name: ident.Name})"},
}

// newScope returns ast.NewScope(outer) in the resolver's arena, but for the map.
func newScope(outer string) string {
	return "arena.Of(r.arena, ast.Scope{Outer: " + outer +
		", Objects: make(map[string]*ast.Object)})"
}

// overlay writes adapted packages into dir, and returns the file that tells the
// go command of them.
func overlay(dir string, folders map[string]string) (string, error) {
	replace := make(map[string]string)
	for name, p := range packages(func(path string) string { return folders[path] }) {
		p.Path = adapted + name
		files, err := p.Source()
		if err != nil {
			return "", err
		}
		for file, text := range files {
			path := filepath.Join(dir, name+"-"+file)
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				return "", err
			}
			replace[filepath.Join(folders[here], "adapted", name, file)] = path
		}
	}
	worker := filepath.Join(folders[here], "worker")
	replace[filepath.Join(worker, "not_adapted.go")] =
		filepath.Join(worker, "testdata", "adapted.go")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, data, 0o666)
}

// sources returns the folders of the packages that are adapted or read.
func sources(ctx context.Context) (map[string]string, error) {
	args := []string{"list", "-f", "{{.ImportPath}} {{.Dir}}", here, here + "/after",
		"golang.org/x/net/html",
		"encoding/xml", "go/parser", "go/scanner", "go/internal/scannerhooks", "net/http"}
	out, err := exec.CommandContext(ctx, "go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("arenalist: go list: %w", err)
	}
	folders := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		path, folder, _ := strings.Cut(strings.TrimSpace(line), " ")
		folders[path] = folder
	}
	return folders, nil
}
