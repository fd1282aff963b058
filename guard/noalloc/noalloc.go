// Package noalloc decides, without running anything, whether a function can
// allocate: from what the compiler says reaches the heap, from statements that
// the runtime may allocate for whatever the compiler says, and from the calls,
// as far as they are static.
//
// The answer is about every path but one kind: arguments of panic are not
// looked at, because a function that panics has other worries. What cannot be
// known (a call through an interface or a func value, code without a body, an
// append that may find no room) is an answer of its own and never a "no".
package noalloc

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// Package is one package's typed syntax, with what the compiler says about it.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*ast.File
	Info  *types.Info
	Facts []alloc.Fact
	// Inlined reports whether the compiler inlined the call at a position.
	Inlined func(alloc.Position) bool
}

// Program is the packages that are known so far.
type Program struct {
	packages map[string]bool
	funcs    map[string]*function
	facts    map[string][]alloc.Fact // by the file of the function that allocates
}

// New returns a program without packages.
func New() *Program {
	return &Program{packages: map[string]bool{}, funcs: map[string]*function{},
		facts: map[string][]alloc.Fact{}}
}

// function is a declared function. What happens in it is found when it is asked.
type function struct {
	key    string // types.Func.FullName of the generic function
	name   string // as pprof prints it
	decl   *ast.FuncDecl
	pkg    *Package
	events []event
	known  bool // events are filled in
}

// Add makes a package known. It replaces nothing: the first of a path counts.
func (p *Program) Add(pkg *Package) {
	if p.packages[pkg.Path] {
		return
	}
	p.packages[pkg.Path] = true
	for _, f := range pkg.Facts {
		outer := f.Position
		if n := len(f.Inlined); n > 0 {
			outer = f.Inlined[n-1]
		}
		p.facts[outer.File] = append(p.facts[outer.File], f)
	}
	for _, file := range pkg.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if obj, ok := pkg.Info.Defs[fn.Name].(*types.Func); ok {
				key := obj.FullName()
				p.funcs[key] = &function{key: key, name: symbol.Full(obj), decl: fn, pkg: pkg}
			}
		}
	}
}

// Outcome is what is known of one thing that happens in a function.
type Outcome int

// The outcomes.
const (
	Allocates Outcome = iota + 1 // on some path
	Unknown                      // not decidable
)

// Answer is one reason why a function may allocate, and how it gets there.
type Answer struct {
	Outcome Outcome
	Cause   string        // as explain names it; "unknown" when nothing fits
	Text    string        // what happens, as a part of a sentence
	Path    []alloc.Frame // outermost first; the last is where it happens
}

// visit is a function on the way, and how the way led there.
type visit struct {
	fn      *function
	inlined bool // into the function before it: then that one has its facts
	path    []alloc.Frame
}

// Check returns every reason why the function declared by decl may allocate,
// each by a shortest way, and the packages that have to be added to know all of
// them. Without either, it does not allocate. It reports false when no package
// with that declaration is known.
func (p *Program) Check(decl func(*ast.FuncDecl, *Package) bool) (answers []Answer,
	needs []string, ok bool) {
	start := p.find(decl)
	if start == nil {
		return nil, nil, false
	}
	type state struct {
		key     string
		inlined bool
	}
	seen := map[state]bool{{start.key, false}: true}
	missing := map[string]bool{}
	for queue := []visit{{fn: start}}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, e := range p.eventsOf(v.fn) {
			path := append(v.path[:len(v.path):len(v.path)],
				alloc.Frame{Func: v.fn.name, File: e.at.File, Line: e.at.Line})
			next := p.funcs[e.callee]
			switch {
			case e.fact && v.inlined, e.covered && !v.inlined:
				// The compiler's word counts where the code ends up.
			case e.callee == "":
				answers = append(answers, Answer{e.outcome, e.cause, e.text, path})
			case next != nil:
				inlined := e.inlined
				if s := (state{next.key, inlined}); !seen[s] {
					seen[s] = true
					queue = append(queue, visit{next, inlined, path})
				}
			case p.packages[e.pkg]:
				answers = append(answers, Answer{Unknown, "unknown",
					e.callee + " has no body in Go", path})
			case !missing[e.pkg]:
				missing[e.pkg] = true
				needs = append(needs, e.pkg)
			}
		}
	}
	return answers, needs, true
}

func (p *Program) find(decl func(*ast.FuncDecl, *Package) bool) *function {
	for _, fn := range p.funcs {
		if decl(fn.decl, fn.pkg) {
			return fn
		}
	}
	return nil
}

// Reaches reports whether a function can get to another, both named as pprof
// prints them: by calls, or by naming it where a value is wanted. Any method of
// the name counts for a call through an interface.
func (p *Program) Reaches(from func(name string) bool, to string) bool {
	seen := map[*function]bool{}
	var queue []*function
	for _, fn := range p.funcs {
		if from(fn.name) {
			queue, seen[fn] = append(queue, fn), true
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		if queue[0].name == to {
			return true
		}
		for _, next := range p.mentions(queue[0]) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}

// mentions returns the known functions that fn names.
func (p *Program) mentions(fn *function) []*function {
	var list []*function
	ast.Inspect(fn.decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj, ok := fn.pkg.Info.Uses[id].(*types.Func)
		if !ok {
			return true
		}
		if next := p.funcs[obj.Origin().FullName()]; next != nil {
			list = append(list, next)
		} else if isInterface(obj) {
			list = append(list, p.methods(obj.Name())...)
		}
		return true
	})
	return list
}

// methods returns the known methods of a name.
func (p *Program) methods(name string) []*function {
	var list []*function
	for _, fn := range p.funcs {
		if fn.decl.Recv != nil && fn.decl.Name.Name == name {
			list = append(list, fn)
		}
	}
	return list
}
