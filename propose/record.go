package propose

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/rewrite"
)

// Add asks the techniques about packages of rec, and keeps what they propose
// for lines of its stacks, with the diffs of it, as far as the files are the
// module's own. That they could not be asked is a warning: the books are right without them. The
// techniques, the patterns and the overlay of q are not asked for: they are
// those that are on by default, packages, and none.
func Add(ctx context.Context, rec *alloc.Record, packages []string, q Question) error {
	if len(packages) == 0 {
		return nil
	}
	var err error
	if q.Techniques, err = Choose(nil); err == nil {
		q.Patterns, q.Leading = packages, true
		rec.Proposals, err = proposals(ctx, rec, q)
	}
	if err != nil && ctx.Err() == nil {
		rec.Warnings = append(rec.Warnings, alloc.Warning{Code: alloc.WarnNoProposals,
			Text: "The techniques could not be asked: " + err.Error()})
	}
	return ctx.Err()
}

// proposals asks, and makes the diffs. These are only made for lines of the record's stacks,
// because that takes longer than to ask: some hundreds may be proposed for a package.
func proposals(ctx context.Context, rec *alloc.Record, q Question) ([]alloc.Proposal, error) {
	answer, err := Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	frames := slices.Clone(rec.Frames)
	for i, at := range frames {
		frames[i].File = symbol.FileName(rec.ModuleDir, at.File)
	}
	list := []alloc.Proposal{}
	texts := rewrite.Files{}
	for _, f := range answer.Found {
		if len(f.Edits) == 0 || Foreign(f.Candidate, rec.ModuleDir) != "" {
			continue
		}
		p := alloc.Proposal{Technique: f.Technique, File: f.File, Line: f.Line,
			Message: f.Message, Risk: f.Risk}
		if p.Lines, err = helped(f, texts); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(frames, func(at alloc.Frame) bool {
			return p.Helps(at.File, at.Line)
		}) {
			continue
		}
		if p.Diff, err = diff(f, rec.ModuleDir, texts); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// Foreign returns why some file of a proposal is not the module's to change; ""
// when all are.
func Foreign(c alloc.Candidate, moduleDir string) string {
	for _, e := range c.Edits {
		if !symbol.Holds(moduleDir, e.File) {
			return e.File + " is outside the module"
		}
		name := symbol.FileName(moduleDir, e.File)
		if slices.Contains(strings.Split(name, "/"), "vendor") {
			return name + " is vendored"
		}
	}
	return ""
}

// diff returns what was found, before and after. Texts are the files of its edits, at least.
func diff(f Found, moduleDir string, texts rewrite.Files) (string, error) {
	var b strings.Builder
	edits := rewrite.ByFile(f.Edits)
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		text, err := rewrite.File(name, texts[name], edits[name])
		if err != nil {
			return "", err
		}
		b.WriteString(rewrite.Diff(symbol.FileName(moduleDir, name), texts[name], text))
	}
	return b.String(), nil
}

// helped returns the ranges of lines that a proposal may lighten. Texts are the
// files that were read so far.
func helped(f Found, texts rewrite.Files) ([][2]int, error) {
	lines := [][2]int{{f.Line, f.Line}}
	for _, line := range f.Also {
		lines = append(lines, [2]int{line, line})
	}
	for _, e := range f.Edits {
		if texts[e.File] == nil {
			text, err := os.ReadFile(e.File)
			if err != nil {
				return nil, err
			}
			texts[e.File] = text
		}
		if r := Replaced(e, texts[e.File]); r.Meets(f.Around) {
			lines = append(lines, [2]int{r.First, r.Last})
		}
	}
	return lines, nil
}
