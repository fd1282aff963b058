package gosource

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// FuncAt returns the function of a frame: the innermost one around the line, as
// its name tells a literal from the function that holds it. It is nil where there
// is no source, or the source is not that of the binary.
func (w *World) FuncAt(file string, line int, name string) *Func {
	p := w.PackageOf(file, name)
	if p == nil {
		return nil
	}
	_, decl, inner := SplitName(name)
	f := p.file(w.Locate(file))
	if f == nil {
		return nil
	}
	for _, d := range f.Decls {
		if !w.covers(d, line) {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			// A literal inside an inlined function is named after both.
			if d.Body == nil || declName(d) != decl && innerDepth(inner) == 0 {
				continue
			}
			return w.innermost(p, p.declared(d), d.Body, line, innerDepth(inner))
		case *ast.GenDecl:
			return w.innermost(p, nil, d, line, innerDepth(inner))
		}
	}
	return nil
}

func (p *Package) file(path string) *ast.File {
	for _, f := range p.Files {
		if p.world.Fset.Position(f.Package).Filename == path {
			return f
		}
	}
	return nil
}

func (w *World) covers(n ast.Node, line int) bool {
	return w.Line(n.Pos()) <= line && line <= w.Line(n.End())
}

// Line returns the line of a position.
func (w *World) Line(pos token.Pos) int { return w.Fset.PositionFor(pos, false).Line }

// innermost returns the deepest literal in n that covers the line, not deeper
// than the name of the frame says.
func (w *World) innermost(p *Package, outer *Func, n ast.Node, line, depth int) *Func {
	if depth == 0 {
		return outer
	}
	var found *ast.FuncLit
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		if found == nil && w.covers(lit, line) {
			found = lit
		}
		return false
	})
	if found == nil {
		return outer
	}
	return w.innermost(p, p.Literal(found, outer), found.Body, line, depth-1)
}

// innerDepth returns how many literals deep a function is: 2 for func1.2. The
// wrappers of go and defer statements do not count.
func innerDepth(inner string) int {
	depth := 0
	for part := range strings.SplitSeq(inner, ".") {
		part, _, _ = strings.Cut(part, "-range")
		if isInner(part) && !isWrapper(part) && part != "" {
			depth++
		}
	}
	return depth
}

// isWrapper reports whether the last part of a name is a wrapper.
func isWrapper(inner string) bool {
	last := inner
	for i := len(inner) - 1; i >= 0; i-- {
		if inner[i] == '.' {
			last = inner[i+1:]
			break
		}
	}
	return len(last) > 6 && (last[:6] == "gowrap" || last[:6] == "deferw")
}

// IsWrapper reports whether a function of a dump was made by the compiler for a
// go or defer statement.
func IsWrapper(name string) bool {
	_, _, inner := SplitName(name)
	return isWrapper(inner)
}

// Literal returns the function of a literal inside outer.
func (p *Package) Literal(lit *ast.FuncLit, outer *Func) *Func {
	if f, ok := p.calls[lit]; ok {
		return f
	}
	f := &Func{Pkg: p, Lit: lit, Outer: outer}
	if outer != nil {
		f.Decl = outer.Decl
	}
	if p.calls == nil {
		p.calls = map[*ast.FuncLit]*Func{}
	}
	p.calls[lit] = f
	return f
}

// Declared returns the function that obj is, if its body was checked.
func (w *World) Declared(obj *types.Func) *Func {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	for _, p := range w.pkgs {
		if p == nil || p.Info == nil || p.Types == nil || p.Path != obj.Pkg().Path() {
			continue
		}
		p.index()
		if f := p.funcs[fullName(obj)]; f != nil {
			return f
		}
	}
	return nil
}

// declared returns the function of a declaration.
func (p *Package) declared(d *ast.FuncDecl) *Func {
	p.index()
	return p.funcs[declName(d)]
}

func (p *Package) index() {
	if p.funcs != nil {
		return
	}
	p.funcs = map[string]*Func{}
	for _, file := range p.Files {
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				p.funcs[declName(fd)] = &Func{Pkg: p, Decl: fd}
			}
		}
	}
}

// fullName returns the name of a function as declName has it.
func fullName(obj *types.Func) string {
	recv := obj.Signature().Recv()
	if recv == nil {
		return obj.Name()
	}
	t := recv.Type()
	star := false
	if ptr, ok := t.(*types.Pointer); ok {
		star, t = true, ptr.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok {
		return "?." + obj.Name()
	}
	if star {
		return "(*" + named.Obj().Name() + ")." + obj.Name()
	}
	return named.Obj().Name() + "." + obj.Name()
}
