package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// sourceView is a function with what its lines allocate.
type sourceView struct {
	ID, Name  string
	Full      string // as pprof prints it
	File      string
	Line      int    // the first that is shown
	Benchmark string // the one whose operations the gutter counts: the heaviest here
	Objects   float64
	Bytes     float64
	Problem   string // why only single lines are shown, "" when all are
	Lines     []lineView
}

// lineView is a line of source.
type lineView struct {
	ID       string
	N        int
	Text     string
	Gap      bool // lines are left out before it
	Marked   bool // something is allocated here
	Objects  float64
	Bytes    float64
	Heat     int // 0 to 9: its part of the function's objects
	Notes    []noteView
	Trials   []trialView
	Proposed []proposalView
}

// noteView is a site at a line.
type noteView struct {
	*alloc.Finding
	Title string // of the cause
}

// files reads the sources of one input, each once.
type files struct {
	in    Input
	opt   Options
	rep   *alloc.Report
	cache map[string]*sourceFile
	lines map[string]map[int]string // that the record carries, by file
}

// sourceFile is a file that is as it was measured; or the reason why not.
type sourceFile struct {
	lines   []string
	funcs   [][2]int // first and last line of each declaration
	problem string
}

func newFiles(in Input, opt Options) *files {
	f := &files{in: in, opt: opt, rep: reportOf(in), cache: map[string]*sourceFile{},
		lines: map[string]map[int]string{}}
	if in.Record == nil {
		return f
	}
	for _, line := range in.Record.Lines {
		name := relative(in.Record.ModuleDir, line.File)
		if f.lines[name] == nil {
			f.lines[name] = map[int]string{}
		}
		f.lines[name][line.Line] = line.Text
	}
	return f
}

// get returns a file by its name in the report.
func (f *files) get(name string) *sourceFile {
	if got := f.cache[name]; got != nil {
		return got
	}
	got := &sourceFile{}
	f.cache[name] = got
	text, err := f.read(name)
	if err != nil {
		got.problem = fmt.Sprintf("The source of %s is not at hand: %v.", name, err)
		return got
	}
	for line := range bytes.Lines(text) {
		got.lines = append(got.lines, strings.TrimRight(string(line), "\r\n"))
	}
	for i := range f.rep.Sites {
		s := &f.rep.Sites[i]
		if s.File != name || s.Source == "" {
			continue
		}
		if s.Line > len(got.lines) || s.Line < 1 ||
			strings.TrimSpace(got.lines[s.Line-1]) != strings.TrimSpace(s.Source) {
			return f.changed(got, name)
		}
	}
	got.funcs = declarations(name, text)
	return got
}

func (f *files) changed(got *sourceFile, name string) *sourceFile {
	*got = sourceFile{problem: name + " has changed since it was measured: " +
		"measure again to see the whole function."}
	return got
}

// read returns the text that was measured. A fix report that was written is of
// the code before, which the patch leads back to.
func (f *files) read(name string) ([]byte, error) {
	if f.opt.Source == nil || filepath.IsAbs(name) || name == "" {
		return nil, errors.New("it is outside of the module")
	}
	text, err := f.opt.Source(f.in, name)
	if err != nil {
		return nil, err
	}
	if f.in.Fix != nil && f.in.Fix.Written {
		if old, ok := unpatch(text, hunksOf(f.in.Fix.Patch, name)); ok {
			return old, nil
		}
	}
	return text, nil
}

// declarations returns the extents of the functions and variables of a file.
func declarations(name string, text []byte) [][2]int {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if file == nil {
		return nil
	}
	var list [][2]int
	for _, d := range file.Decls {
		if _, ok := d.(*ast.BadDecl); ok {
			continue
		}
		list = append(list, [2]int{fset.PositionFor(d.Pos(), false).Line,
			fset.PositionFor(d.End(), false).Line})
	}
	return list
}

// function returns the source of a group of sites.
func (f *files) function(g *group, known knowledge, opt Options) sourceView {
	v := sourceView{Name: symbol.Short(g.fn), Full: g.fn, File: g.file}
	rates := v.weigh(g.sites)
	shown, problem := f.shown(g)
	v.Problem = problem
	at := make(map[int]int)
	before := 0
	for _, n := range slices.Sorted(maps.Keys(shown)) {
		at[n] = len(v.Lines)
		v.Lines = append(v.Lines, lineView{N: n, Text: shown[n], Gap: before > 0 && n > before+1})
		before = n
	}
	if len(v.Lines) > 0 {
		v.Line = v.Lines[0].N
	}
	for _, s := range g.sites {
		line := &v.Lines[at[s.Line]]
		line.Marked = true
		line.Objects += rates[s].Objects
		line.Bytes += rates[s].Bytes
		note := noteView{Finding: s}
		if opt.Cause != nil {
			note.Title = opt.Cause(s.Cause)
		}
		line.Notes = append(line.Notes, note)
		line.addTrials(s, known)
		line.addProposals(s)
	}
	for i := range v.Lines {
		if v.Objects > 0 {
			v.Lines[i].Heat = int(9 * v.Lines[i].Objects / v.Objects)
		}
	}
	return v
}

// weigh chooses the benchmark in which the function allocates most per operation,
// and returns what it allocates at each site.
func (v *sourceView) weigh(sites []*alloc.Finding) map[*alloc.Finding]alloc.PerOp {
	sums := make(map[string]alloc.PerOp)
	for _, s := range sites {
		for _, r := range s.PerOp {
			sum := sums[r.Benchmark]
			sums[r.Benchmark] = alloc.PerOp{Objects: sum.Objects + r.Objects,
				Bytes: sum.Bytes + r.Bytes}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if sum := sums[name]; v.Benchmark == "" || sum.Objects > v.Objects ||
			sum.Objects == v.Objects && sum.Bytes > v.Bytes {
			v.Benchmark, v.Objects, v.Bytes = name, sum.Objects, sum.Bytes
		}
	}
	rates := make(map[*alloc.Finding]alloc.PerOp)
	for _, s := range sites {
		for _, r := range s.PerOp {
			if r.Benchmark == v.Benchmark {
				rates[s] = r
			}
		}
	}
	return rates
}

// around is how many lines are shown above and below one whose function is not
// known, or is longer than maxFunction.
const (
	around      = 4
	maxFunction = 400
)

// shown returns the lines of a function: all of it where the source is at hand,
// else those that the record carries.
func (f *files) shown(g *group) (lines map[int]string, problem string) {
	lines = make(map[int]string)
	file := f.get(g.file)
	for _, s := range g.sites {
		first, last := s.Line-around, s.Line+around
		if at, ok := slices.BinarySearchFunc(file.funcs, s.Line, func(d [2]int, n int) int {
			return cmp.Compare(d[1], n)
		}); (ok || at < len(file.funcs)) && file.funcs[at][0] <= s.Line &&
			file.funcs[at][1]-file.funcs[at][0] < maxFunction {
			first, last = file.funcs[at][0], file.funcs[at][1]
		}
		for n := max(1, first); n <= min(last, len(file.lines)); n++ {
			lines[n] = file.lines[n-1]
		}
		if _, ok := lines[s.Line]; ok {
			continue
		}
		lines[s.Line] = s.Source
		for n := max(1, s.Line-around); n <= s.Line+around; n++ {
			if text, ok := f.lines[g.file][n]; ok {
				lines[n] = text
			}
		}
	}
	return lines, file.problem
}
