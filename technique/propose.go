package technique

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/wring-go/wring/alloc"
)

// Propose asks the techniques about the packages, which come from load.Typed,
// and returns what they propose, by file and line. The candidates name no
// sites: that is for those who measured. A technique that fails for a package
// becomes a warning. Packages that do not type-check, which load.Typed warns
// of, are left out.
func Propose(pkgs []*packages.Package, list []Technique) ([]alloc.Candidate, []alloc.Warning) {
	byAnalyzer := make(map[*analysis.Analyzer]Technique)
	var analyzers []*analysis.Analyzer
	for _, t := range list {
		a := t.Guarded()
		byAnalyzer[a] = t
		analyzers = append(analyzers, a)
	}
	pkgs = slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool {
		return p.IllTyped || len(p.Errors) > 0
	})
	graph, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		return nil, []alloc.Warning{{Code: "technique-error", Text: err.Error()}}
	}
	var found []alloc.Candidate
	var warnings []alloc.Warning
	for _, act := range graph.Roots {
		if act.Err != nil {
			warnings = append(warnings, alloc.Warning{Code: "technique-error",
				Text: fmt.Sprintf("%s in %s: %v", act.Analyzer.Name, act.Package.PkgPath, act.Err)})
		}
		for _, d := range act.Diagnostics {
			found = append(found, candidate(act.Package, byAnalyzer[act.Analyzer], d))
		}
	}
	slices.SortFunc(found, byPlace)
	slices.SortFunc(warnings, func(a, b alloc.Warning) int { return cmp.Compare(a.Text, b.Text) })
	return found, warnings
}

func byPlace(a, b alloc.Candidate) int {
	return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Technique, b.Technique),
		slices.CompareFunc(a.Edits, b.Edits, func(x, y alloc.Edit) int {
			return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.New, y.New))
		}))
}

// candidate turns a diagnostic into the noun of the later stages.
func candidate(p *packages.Package, t Technique, d analysis.Diagnostic) alloc.Candidate {
	at := p.Fset.PositionFor(d.Pos, false)
	c := alloc.Candidate{
		Technique: t.Name, Sites: []string{}, Package: p.PkgPath, Func: funcName(p, d.Pos),
		File: relative(p, at.Filename), Line: at.Line, Message: d.Message, Risk: string(t.Risk),
	}
	for _, r := range d.Related {
		c.Also = append(c.Also, p.Fset.PositionFor(r.Pos, false).Line)
	}
	if d.Category == string(Safe) {
		c.Risk = d.Category
	}
	for _, fix := range d.SuggestedFixes[:min(1, len(d.SuggestedFixes))] {
		c.Edits = append(c.Edits, Edits(p.Fset, fix.TextEdits)...)
	}
	return c
}

// Edits returns text edits as edits of files.
func Edits(fset *token.FileSet, edits []analysis.TextEdit) []alloc.Edit {
	var out []alloc.Edit
	for _, e := range edits {
		tok := fset.File(e.Pos)
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		out = append(out, alloc.Edit{File: tok.Name(),
			Start: tok.Offset(e.Pos), End: tok.Offset(end), New: string(e.NewText)})
	}
	return out
}

// relative returns file as seen from its module's folder, with slashes; as it
// is when it has no module.
func relative(p *packages.Package, file string) string {
	if p.Module == nil {
		return file
	}
	rel, err := filepath.Rel(p.Module.Dir, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

// funcName returns the function declaration around pos as pprof prints it; for
// a package-level variable the function that initialises it.
func funcName(p *packages.Package, pos token.Pos) string {
	path := p.PkgPath
	if p.Name == "main" {
		path = "main"
	}
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || pos < fn.Pos() || fn.End() <= pos {
				continue
			}
			if obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func); ok {
				return path + "." + symbol(obj)
			}
		}
	}
	return path + ".init"
}

// symbol returns a function's name in its package: F, T.M, (*T).M, with [...]
// for what the instances of a generic one share.
func symbol(fn *types.Func) string {
	sig := fn.Signature()
	if sig.Recv() == nil {
		if sig.TypeParams().Len() > 0 {
			return fn.Name() + "[...]"
		}
		return fn.Name()
	}
	t := types.Unalias(sig.Recv().Type())
	ptr, isPtr := t.(*types.Pointer)
	if isPtr {
		t = types.Unalias(ptr.Elem())
	}
	name := "?"
	if named, ok := t.(*types.Named); ok {
		name = named.Obj().Name()
		if named.TypeArgs().Len() > 0 {
			name += "[...]"
		}
	}
	if isPtr {
		name = "(*" + name + ")"
	}
	return name + "." + fn.Name()
}
