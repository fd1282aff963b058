package techtest

import (
	"embed"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
)

//go:embed testdata/probe/*.go
var probe embed.FS

// goMod is as old as the oldest Go that wring supports, so that each of them
// can run the cases.
const goMod = "module cases\n\ngo 1.25.0\n"

// side is before or after of a case, as a package of the generated module.
type side string

const (
	before side = "before"
	after  side = "after"
)

// importPath returns where a side of a case is in the module.
func importPath(group string, c Case, s side) string {
	return path.Join("cases", group, c.Name, string(s))
}

// suite is the cases of one technique in the generated module.
type suite struct {
	group string // the technique's name
	cases []Case
}

// writeModule writes a module that holds both sides of all cases and, as its
// main package, the program that compares and counts them. One load and one
// build serve them all.
func writeModule(dir string, suites []suite) error {
	files := map[string]string{"go.mod": goMod}
	var imports, pairs strings.Builder
	for _, s := range suites {
		for i, c := range s.cases {
			if err := addCase(files, s.group, c); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			if c.HasAfter {
				n := fmt.Sprintf("%s%d", s.group, i)
				fmt.Fprintf(&imports, "\tb%s %q\n\ta%s %q\n", n, importPath(s.group, c, before),
					n, importPath(s.group, c, after))
				fmt.Fprintf(&pairs, "\t\t{Name: %q, Before: b%s.Wring(), After: a%s.Wring()},\n",
					s.group+"/"+c.Name, n, n)
			}
		}
	}
	files["main.go"] = fmt.Sprintf("package main\n\nimport (\n\t\"cases/probe\"\n%s)\n\n"+
		"func main() {\n\tprobe.Main([]probe.Pair{\n%s\t})\n}\n", &imports, &pairs)
	if err := addProbe(files); err != nil {
		return err
	}
	return writeFiles(dir, files)
}

// addCase adds the packages of a case.
func addCase(files map[string]string, group string, c Case) error {
	src, _, err := stripWants(c.Before)
	if err != nil {
		return err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), beforeFile, src, parser.PackageClauseOnly)
	if err != nil {
		return err
	}
	sources := map[side]string{before: src}
	if c.HasAfter {
		sources[after] = c.After
	}
	for s, text := range sources {
		dir := strings.TrimPrefix(importPath(group, c, s), "cases/")
		files[path.Join(dir, beforeFile)] = text // the same name: positions and edits compare
		for _, f := range c.Others {
			files[path.Join(dir, f.Name)] = string(f.Data)
		}
		if c.Drive != "" {
			files[path.Join(dir, driveFile)] = c.Drive
			files[path.Join(dir, "wring_probe.go")] = fmt.Sprintf("package %s\n\n"+
				"import wringProbe \"cases/probe\"\n\nfunc Wring() wringProbe.Side "+
				"{ return wringProbe.Of(Input, Call) }\n", parsed.Name.Name)
		}
	}
	return nil
}

func addProbe(files map[string]string) error {
	entries, err := probe.ReadDir("testdata/probe")
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := probe.ReadFile("testdata/probe/" + e.Name())
		if err != nil {
			return err
		}
		files["probe/"+e.Name()] = string(data)
	}
	return nil
}

func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
