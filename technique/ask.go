package technique

import (
	"os"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

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
		Requires: []*analysis.Analyzer{indexer}, ResultType: reflect.TypeFor[Answers]()}
	for _, t := range list {
		for _, need := range t.Requires {
			if !slices.Contains(a.Requires, need) {
				a.Requires = append(a.Requires, need)
			}
		}
	}
	a.Run = func(pass *analysis.Pass) (any, error) {
		read := reader(pass, list)
		answers := make(Answers, len(list))
		concurrently(len(list), func(i int) { answers[i] = list[i].ask(*pass, read) })
		answers.drop(pass, read)
		return answers, nil
	}
	return a
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

// ask asks one technique.
func (t Technique) ask(pass analysis.Pass, read func(string) ([]byte, error)) (out Answer) {
	out.Technique = t
	defer func() {
		if v := recover(); v != nil {
			out.Err = panicked(v)
		}
	}()
	pass.Analyzer, pass.ReadFile = t.Analyzer, read
	pass.Report = func(d analysis.Diagnostic) { out.Proposals = append(out.Proposals, d) }
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
