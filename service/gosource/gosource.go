// Package gosource finds the source that a dump of goroutines names, and
// type-checks it as far as it can: the files at their paths, below folders that
// the user names, in the module cache, and in the GOROOT of the binary.
//
// It runs no command and fetches nothing. What is missing is replaced by an empty
// package, so that the rest still has types.
package gosource

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Options say where to look for source.
type Options struct {
	// Source holds folders that are searched for files which are not at the path
	// that the dump gives.
	Source []string
	// Goroot is used where the dump does not say, or has no source, of its own.
	Goroot string
	// ModCache is the module cache, or "".
	ModCache string
	// Files are the paths in the dump.
	Files []string
	// Std names the packages of the standard library whose functions are wanted. If
	// it is nil, those of all that have files in the dump are.
	Std []string
}

// World is the source of one binary. It is not safe for concurrent use.
type World struct {
	Fset *token.FileSet

	opt    Options
	goroot string
	roots  []*module
	byDir  map[string]*module
	pkgs   map[string]*Package // by folder, with "_test" for external tests
	paths  map[string]string   // path in the dump -> path on disk, or ""
	bodies map[string]bool     // folders whose functions are checked
	tests  map[string]bool     // folders whose tests are part of the binary
	named  map[string][]string // folder -> files in the dump, whatever their build tags
	sizes  types.Sizes
}

// Package is a type-checked package.
type Package struct {
	Path  string
	Dir   string
	Std   bool
	Types *types.Package
	Info  *types.Info // nil where only declarations were checked
	Files []*ast.File

	world *World
	funcs map[string]*Func // by name as in a dump, without the package
	calls map[*ast.FuncLit]*Func
}

// Func is a declared function or a function literal with a body.
type Func struct {
	Pkg   *Package
	Decl  *ast.FuncDecl // of the function, or of the one around the literal; may be nil
	Lit   *ast.FuncLit  // nil for a declared function
	Outer *Func         // the function around a literal

	params []*types.Var // once they were asked for
	asked  bool
}

// Body returns the body.
func (f *Func) Body() *ast.BlockStmt {
	if f.Lit != nil {
		return f.Lit.Body
	}
	return f.Decl.Body
}

// Type returns the signature in the source.
func (f *Func) Type() *ast.FuncType {
	if f.Lit != nil {
		return f.Lit.Type
	}
	return f.Decl.Type
}

// Name returns the name of the declared function, such as (*T).f.
func (f *Func) Name() string {
	if f.Decl == nil {
		return "init"
	}
	return declName(f.Decl)
}

// Params returns the receiver and the parameters, in the order in which a dump
// prints them. A parameter without a name is nil.
func (f *Func) Params() []*types.Var {
	if !f.asked {
		f.params, f.asked = f.readParams(), true
	}
	return f.params
}

func (f *Func) readParams() []*types.Var {
	var list []*types.Var
	add := func(fields *ast.FieldList) {
		if fields == nil {
			return
		}
		for _, field := range fields.List {
			if len(field.Names) == 0 {
				list = append(list, nil)
			}
			for _, name := range field.Names {
				v, _ := f.Pkg.Info.Defs[name].(*types.Var)
				list = append(list, v)
			}
		}
	}
	if f.Lit == nil {
		add(f.Decl.Recv)
	}
	add(f.Type().Params)
	return list
}

// declName returns the name of a declaration as a dump has it after the package.
func declName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	star, name := false, ""
	t := d.Recv.List[0].Type
	for name == "" {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			star, t = true, x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			name = x.Name
		default:
			name = "?"
		}
	}
	if star {
		return "(*" + name + ")." + d.Name.Name
	}
	return name + "." + d.Name.Name
}

// SplitName splits the name of a function in a dump into package, function as
// declared, and what is inside of it: "a.b/c", "(*T).f" and "func1.2".
func SplitName(name string) (pkg, decl, inner string) {
	name = strings.ReplaceAll(name, "[...]", "")
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return "", name, ""
	}
	pkg, decl = name[:slash+dot], name[slash+dot+1:]
	parts := strings.Split(decl, ".")
	n := 1
	if len(parts) > 1 && (strings.HasPrefix(parts[0], "(") || !isInner(parts[1])) {
		n = 2
	}
	decl, _, _ = strings.Cut(strings.Join(parts[:n], "."), "-range")
	return pkg, strings.TrimSuffix(decl, "-fm"), strings.Join(parts[n:], ".")
}

// isInner reports whether a part of a name was made by the compiler.
func isInner(part string) bool {
	for _, prefix := range []string{"func", "gowrap", "deferwrap"} {
		if rest, ok := strings.CutPrefix(part, prefix); ok && rest != "" && rest[0] <= '9' {
			return true
		}
	}
	return part == "" || part[0] >= '0' && part[0] <= '9'
}
