package technique

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique/oneform"
	"github.com/wring-go/wring/technique/sound"
)

// Answers are what some techniques say about one package, in their order.
type Answers []Answer

// Answer is what one technique says about a package.
type Answer struct {
	Technique Technique
	// Proposals are the diagnostics that can be made: the package type-checks
	// with each of them alone.
	Proposals []analysis.Diagnostic
	// Unsound says why others were dropped, and Err why the technique could not
	// look at the package. Both are bugs of wring.
	Unsound []Unsound
	Err     error
}

// Unsound is a proposal with which the package does not type-check.
type Unsound struct {
	analysis.Diagnostic
	Problem error
}

// AskAll returns an analyzer whose result are the [Answers] of the techniques
// about a package. It reports nothing itself. Techniques are asked at the same time, as
// many as there are processors. One that panics fails for the package, and the others are
// asked all the same.
func AskAll(list []Technique) *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "ask", Doc: "ask all techniques about a package",
		ResultType: reflect.TypeFor[Answers]()}
	for _, t := range list {
		for _, need := range t.Requires {
			if need != indexer && !slices.Contains(a.Requires, need) {
				a.Requires = append(a.Requires, need)
			}
		}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		read := reader(pass, list)
		shown := show(pass, read)
		answers := make(Answers, len(list))
		concurrently(len(list), func(i int) { answers[i] = list[i].ask(shown) })
		answers.drop(pass, read)
		return answers, nil
	}
	return a
}

// shown is a package as techniques see it.
type shown struct {
	pass *analysis.Pass // with the index
	form *oneform.Shown // nil where it is as the source has it
}

// show returns a package in the one form of declarations that techniques match, or as it is. It
// is as it is where an analyzer was asked about it that is no technique's own.
func show(pass *analysis.Pass, read func(string) ([]byte, error)) shown {
	p := *pass
	p.ReadFile = read
	s := shown{pass: &p}
	if len(pass.ResultOf) == 0 {
		s.form = oneform.Of(Checkable(pass, read))
	}
	if s.form != nil {
		p.Files, p.Pkg, p.TypesInfo = s.form.Files, s.form.Types, s.form.Info
		p.ReadFile = s.form.ReadFile
	}
	p.ResultOf = maps.Clone(pass.ResultOf)
	if p.ResultOf == nil {
		p.ResultOf = make(map[*analysis.Analyzer]any)
	}
	ix := newIndex(&p)
	for i, f := range p.Files {
		if f != pass.Files[i] {
			ix.keepResults(f, pass.Files[i])
		}
	}
	p.ResultOf[indexer] = ix
	return s
}

// reader returns how the text of files is read: once, and from an overlay first. Several
// techniques may read at the same time.
func reader(pass *analysis.Pass, list []Technique) func(string) ([]byte, error) {
	known := make(map[string][]byte)
	from := pass.ReadFile
	for _, t := range list {
		if t.overlay != nil {
			known, from = t.overlay, os.ReadFile
		}
	}
	var mu sync.Mutex
	read := make(map[string][]byte)
	return func(name string) ([]byte, error) {
		if text, ok := known[name]; ok {
			return text, nil
		}
		mu.Lock()
		defer mu.Unlock()
		if text, ok := read[name]; ok {
			return text, nil
		}
		text, err := from(name)
		if err == nil {
			read[name] = text
		}
		return text, err
	}
}

// ask asks one technique. Its proposals are about the source.
func (t Technique) ask(s shown) (out Answer) {
	out.Technique = t
	defer func() {
		if v := recover(); v != nil {
			out.Err = panicked(v)
		}
	}()
	pass := *s.pass
	pass.Analyzer = t.Analyzer
	pass.Report = func(d analysis.Diagnostic) {
		if s.form != nil {
			d = s.form.Back(d)
		}
		out.Proposals = append(out.Proposals, d)
	}
	_, out.Err = t.Run(&pass)
	return out
}

// drop drops the proposals with which the package does not type-check.
func (a Answers) drop(pass *analysis.Pass, read func(string) ([]byte, error)) {
	var edits [][]analysis.TextEdit
	for _, answer := range a {
		for _, d := range answer.Proposals {
			edits = append(edits, FixOf(d))
		}
	}
	problems := sound.Alone(Checkable(pass, read), edits)
	for i := range a {
		n := len(a[i].Proposals)
		var good []analysis.Diagnostic
		for j, d := range a[i].Proposals {
			if problems[j] == nil {
				good = append(good, d)
			} else {
				a[i].Unsound = append(a[i].Unsound, Unsound{d, problems[j]})
			}
		}
		a[i].Proposals, problems = good, problems[n:]
	}
}

// FixOf returns the edits of a proposal; none when it has no fix.
func FixOf(d analysis.Diagnostic) []analysis.TextEdit {
	if len(d.SuggestedFixes) == 0 {
		return nil
	}
	return d.SuggestedFixes[0].TextEdits
}

// Checkable returns the package of a pass as package sound wants it.
func Checkable(pass *analysis.Pass, read func(string) ([]byte, error)) sound.Package {
	return sound.Package{Fset: pass.Fset, Files: pass.Files, Types: pass.Pkg,
		Info: pass.TypesInfo, Sizes: pass.TypesSizes, GoVersion: pass.Pkg.GoVersion(),
		ReadFile: read}
}
