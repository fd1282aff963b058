package fix

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/production"
	"github.com/wring-go/wring/propose"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// candidate is a proposal for a measured site.
type candidate struct {
	verify.Candidate
	key      string             // identifies what was tried before, even if it has moved
	weight   uint64             // objects of all sites that it may remove
	answered uint64             // objects of those whose cause its technique answers
	claims   []production.Place // the lines of the original code that it is for
	live     float64            // the weight of these in production
	resort   bool               // it waits for those that it conflicts with
	benched  bool               // a benchmark of the module's own runs its function
	around   propose.Lines      // the function that it is for
	touched  []propose.Lines    // what its edits replace
	was      func(line int) int // the line of the original code; nil when its file is that
	verdicts []alloc.Verdict    // of the current proof, or the last one
	beside   int                // others for its function when it was compared
}

// reported returns the candidate as the report shows it: with the lines of the original code.
func (c candidate) reported() alloc.Candidate {
	one := c.Candidate.Candidate
	if c.was == nil {
		return one
	}
	one.Line, one.Also = c.was(one.Line), slices.Clone(one.Also)
	for i, line := range one.Also {
		one.Also[i] = c.was(line)
	}
	return one
}

// knows keeps a verdict for later proofs, in place of what the judge said before.
func (c *candidate) knows(v alloc.Verdict) {
	c.Known = slices.DeleteFunc(slices.Clone(c.Known), func(old alloc.Verdict) bool {
		return old.Judge == v.Judge
	})
	c.Known = append(c.Known, v)
}

// recall forgets what the comparison said if the function was another one then, with more
// candidates for it than the set has.
func (c *candidate) recall(set []candidate) {
	if c.beside == besides(*c, set) {
		return
	}
	c.beside = 0
	c.Known = slices.DeleteFunc(slices.Clone(c.Known), func(v alloc.Verdict) bool {
		return v.Judge == "differential"
	})
}

// besides returns how many others of a set are for the function of c.
func besides(c candidate, set []candidate) int {
	n := -1
	for _, other := range set {
		if other.Func == c.Func {
			n++
		}
	}
	return n
}

// conflicts reports whether c and d cannot both be made.
func (c candidate) conflicts(d candidate) bool { return rewrite.Conflict(c.Edits, d.Edits) }

// interferes reports whether c edits the function that d is for. Then the
// figures of that function, which may even be gone, do not show what d gains.
func (c candidate) interferes(d candidate) bool {
	return c.Func != d.Func && slices.ContainsFunc(c.touched, d.around.Meets)
}

// candidate turns a proposal into a candidate. It reports false for one that
// was tried before, is for no measured site, or must not be made; the last kind
// is recorded once as dropped.
func (j *job) candidate(s *state, p propose.Found, sites []alloc.Finding) (
	c candidate, ok bool, err error) {
	if j.opt.Choose != nil && !j.opt.Choose(p.Candidate) {
		return c, false, nil
	}
	c.Candidate.Candidate = p.Candidate
	var causes []string
	for _, t := range j.opt.Techniques {
		if t.Name == p.Technique {
			c.resort, c.ObjectsOnly, causes = t.LastResort, t.ObjectsOnly, t.Causes
		}
	}
	if c.key, err = j.keyOf(s.code.files, p.Candidate); err != nil || s.tried[c.key] {
		return c, false, err
	}
	c.Sites = []string{}
	c.around, c.touched = p.Around, j.edited(s.code.files, p.Candidate)
	found := j.measured(c, sites)
	for _, site := range found {
		c.Sites = append(c.Sites, site.ID)
		c.weigh(site, causes)
	}
	if c.weight == 0 {
		return c, false, nil
	}
	c.turnTo(found[0], p.AlsoAround)
	for _, site := range j.sitesOn(c.touched, sites) { // include the helpers that it rewrites
		if !slices.Contains(c.Sites, site.ID) {
			c.weigh(site, causes)
		}
	}
	c.Site = c.Sites[0] // findings come heaviest first
	if now, changed := s.code.files[c.around.File]; changed {
		old, err := j.disk.read(c.around.File)
		if err != nil {
			return c, false, err
		}
		c.was = rewrite.Moved(now, old)
	}
	if c, err = j.claim(s.code.files, c); err != nil {
		return c, false, err
	}
	if reason := j.opt.forbidden(p.Candidate); reason != "" {
		s.tried[c.key] = true
		s.dropped = append(s.dropped, rejection{candidate: c, judge: "files", reason: reason})
		return c, false, nil
	}
	return c, true, nil
}

// weigh adds the objects of a site that the candidate may remove.
func (c *candidate) weigh(site alloc.Finding, causes []string) {
	n := site.Objects - site.FirstUse
	c.weight += n
	if slices.Contains(causes, site.Cause) {
		c.answered += n
	}
}

// turnTo makes a candidate with lines in several functions be for the one that has the heaviest
// site, if it edits that: the judges look there for what is gained. around has the function of
// each further line.
func (c *candidate) turnTo(heaviest alloc.Finding, around []propose.Lines) {
	i := slices.Index(c.Also, heaviest.Line)
	declared := strings.HasSuffix(heaviest.Func, "."+symbol.Parse(heaviest.Func).Name)
	if i < 0 || !declared || heaviest.File != c.File || around[i] == c.around ||
		!slices.ContainsFunc(c.touched, around[i].Meets) {
		return
	}
	c.Also = slices.Clone(c.Also)
	c.Also[i], c.Line = c.Line, heaviest.Line
	c.Func, c.around = heaviest.Func, around[i]
}

// forbidden returns why the files of a proposal must not be changed, or "".
func (opt Options) forbidden(p alloc.Candidate) string {
	reason := propose.Foreign(p, opt.Record.ModuleDir)
	for _, e := range p.Edits {
		if reason == "" && opt.Skip != nil {
			reason = opt.Skip(e.File)
		}
	}
	return reason
}

// choose takes the heaviest candidates first, by production if that is known, then
// by the benchmarks. It leaves for later those that conflict or interfere with
// one that is taken, a last resort as long as anything conflicts with it, and, as
// long as there are others, what neither production nor a benchmark runs: the
// calls and tests that count for that take far longer than benchmarks do.
func choose(found []candidate) []candidate {
	found = slices.Clone(found)
	if slices.ContainsFunc(found, candidate.first) {
		found = slices.DeleteFunc(found, func(c candidate) bool { return !c.first() })
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.live, a.live), cmp.Compare(b.weight, a.weight))
	})
	var batch []candidate
	for _, c := range found {
		if c.resort && slices.ContainsFunc(found, func(d candidate) bool {
			return !d.resort && c.conflicts(d)
		}) {
			continue
		}
		if !c.collides(batch) {
			batch = append(batch, c)
		}
	}
	return batch
}

// collides reports whether a candidate cannot be made, or not be told apart, beside others.
func (c candidate) collides(others []candidate) bool {
	return slices.ContainsFunc(others, func(d candidate) bool {
		return c.conflicts(d) || c.interferes(d) || d.interferes(c)
	})
}

// first reports whether production or a benchmark runs what a candidate is for.
func (c candidate) first() bool { return c.benched || c.live > 0 }

// benchmarked returns what reports whether a function, or a literal in it, is on the stacks of
// the benchmarks of a record that do not replay tests.
func benchmarked(rec *alloc.Record) func(fn string) bool {
	runs := map[string]bool{}
	for _, s := range rec.Samples {
		if _, replays := rec.Benchmarks[s.Benchmark].Replays(); replays {
			continue
		}
		for _, f := range rec.Stacks[s.Stack] {
			runs[rec.Frames[f].Func] = true
		}
	}
	return func(fn string) bool {
		if runs[fn] {
			return true
		}
		for frame := range runs {
			if verify.Within(frame, fn) {
				return true
			}
		}
		return false
	}
}

// keyOf identifies a candidate by its edits and the text around them, not by
// their position.
func (j *job) keyOf(files rewrite.Files, p alloc.Candidate) (string, error) {
	var all strings.Builder
	add := func(s string) { all.WriteString(s + "\x00") }
	add(p.Technique)
	add(p.Func)
	for _, e := range p.Edits {
		text, err := j.disk.under(files, e.File)
		if err != nil {
			return "", err
		}
		if e.Start < 0 || e.End < e.Start || e.End > len(text) {
			add("?")
			continue
		}
		add(e.File)
		add(string(text[e.Start:e.End]))
		add(e.New)
		add(string(lineAround(text, e.Start)))
	}
	return digest.Hex(all.String())[:16], nil
}

// lineAround returns the line of text that holds an offset.
func lineAround(text []byte, at int) []byte {
	start, end := at, at
	for start > 0 && text[start-1] != '\n' {
		start--
	}
	for end < len(text) && text[end] != '\n' {
		end++
	}
	return text[start:end]
}

// edited returns the lines that the edits of a proposal replace.
func (j *job) edited(files rewrite.Files, p alloc.Candidate) []propose.Lines {
	var list []propose.Lines
	for _, e := range p.Edits {
		text, err := j.disk.under(files, e.File)
		if err != nil || e.End > len(text) {
			continue
		}
		list = append(list, propose.Replaced(e, text))
	}
	return list
}

// measured finds the sites that a proposal may remove: those on the lines that
// it edits, within the function that it is about, and on its own lines.
func (j *job) measured(c candidate, sites []alloc.Finding) []alloc.Finding {
	own := []propose.Lines{{File: c.around.File, First: c.Line, Last: c.Line}}
	for _, line := range c.Also {
		own = append(own, propose.Lines{File: c.around.File, First: line, Last: line})
	}
	for _, r := range c.touched {
		if r.Meets(c.around) {
			own = append(own, r)
		}
	}
	return j.sitesOn(own, sites)
}

// sitesOn returns the sites on some of the lines that allocate with each
// operation.
func (j *job) sitesOn(where []propose.Lines, sites []alloc.Finding) []alloc.Finding {
	var found []alloc.Finding
	for _, s := range sites {
		file := j.absolute(s.File)
		if s.Objects > s.FirstUse && slices.ContainsFunc(where, func(r propose.Lines) bool {
			return r.Holds(file, s.Line)
		}) {
			found = append(found, s)
		}
	}
	return found
}

// absolute returns the path of a site's file.
func (j *job) absolute(file string) string {
	if path.IsAbs(file) || filepath.IsAbs(file) {
		return file
	}
	return path.Join(j.opt.Record.ModuleDir, file)
}
