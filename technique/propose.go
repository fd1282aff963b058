package technique

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/observe/load"
	"github.com/wring-go/wring/technique/sound"
)

// Propose asks the techniques about the packages, which come from load.Typed,
// and returns what they propose, by file and line. The candidates name no
// sites: that is for those who measured. A technique that fails for a package
// becomes a warning, and so does a proposal with which the package does not
// type-check. Packages that do not type-check themselves, which load.Typed
// warns of, are left out.
func Propose(pkgs []*load.Checked, list []Technique) ([]alloc.Candidate, []alloc.Warning) {
	pkgs = slices.DeleteFunc(slices.Clone(pkgs), func(p *load.Checked) bool {
		return len(p.Errors) > 0
	})
	var found []alloc.Candidate
	var warnings []alloc.Warning
	for i, got := range runAll(AskAll(list), pkgs) {
		p := pkgs[i]
		if got.err != nil {
			warnings = append(warnings, technicalError(p.PkgPath, p.PkgPath+": "+got.err.Error()))
			continue
		}
		for _, answer := range got.result.(Answers) {
			for _, d := range answer.Proposals {
				found = append(found, candidate(p, answer.Technique, d))
			}
			warnings = append(warnings, answer.warnings(p)...)
		}
	}
	slices.SortFunc(found, byPlace)
	slices.SortFunc(warnings, func(a, b alloc.Warning) int { return cmp.Compare(a.Text, b.Text) })
	return found, warnings
}

func technicalError(pkg, text string) alloc.Warning {
	return alloc.Warning{Code: alloc.WarnTechniqueError, Text: text, Package: pkg}
}

// warnings says what went wrong when a technique was asked about a package.
func (a Answer) warnings(p *load.Checked) []alloc.Warning {
	var list []alloc.Warning
	if a.Err != nil {
		list = append(list, technicalError(p.PkgPath, fmt.Sprintf("%s in %s: %v",
			a.Technique.Name, p.PkgPath, a.Err)))
	}
	for _, u := range a.Unsound {
		if errors.Is(u.Problem, sound.ErrStandard) {
			continue // a rule of that library, and no mistake of the technique
		}
		at := p.Fset.PositionFor(u.Pos, false)
		list = append(list, technicalError(p.PkgPath, fmt.Sprintf("%s at %s:%d: what it "+
			"proposes does not compile, which is a bug of wring: %v", a.Technique.Name,
			relative(p, at.Filename), at.Line, u.Problem)))
	}
	return list
}

func byPlace(a, b alloc.Candidate) int {
	return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Technique, b.Technique),
		slices.CompareFunc(a.Edits, b.Edits, func(x, y alloc.Edit) int {
			return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.New, y.New))
		}))
}

// candidate turns a diagnostic into the noun of the later stages.
func candidate(p *load.Checked, t Technique, d analysis.Diagnostic) alloc.Candidate {
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

// relative returns file as seen from its module's folder; as it is when it has
// no module.
func relative(p *load.Checked, file string) string {
	if p.Module == nil {
		return file
	}
	return symbol.FileName(p.Module.Dir, file)
}

// funcName returns the function declaration around pos as pprof prints it; for
// a package-level variable the function that initialises it.
func funcName(p *load.Checked, pos token.Pos) string {
	path := symbol.Path(p.PkgPath, p.Name)
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || pos < fn.Pos() || fn.End() <= pos {
				continue
			}
			if obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func); ok {
				return path + "." + symbol.OfFunc(obj)
			}
		}
	}
	return path + ".init"
}
