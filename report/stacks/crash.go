package stacks

import (
	"io"

	"github.com/wring-go/wring/service/crash"
)

// CrashJSON writes one JSON document.
func CrashJSON(w io.Writer, rep crash.Report) error {
	return encode(w, struct {
		Version int    `json:"version"`
		Verb    string `json:"verb"`
		crash.Report
	}{1, "crash", rep})
}

// Crash writes what killed a program, and who may be to blame.
func Crash(w io.Writer, rep crash.Report, color bool) error {
	p := &printer{color: color}
	p.f("%s: %s\n", p.strong(rep.Kind), rep.Message)
	p.f("  means    %s\n", rep.Means)
	if rep.Value != "" {
		p.f("  value    %s\n", rep.Value)
	}
	p.f("\n%s\n", p.strong("to blame, the most likely first"))
	if len(rep.Suspects) == 0 {
		p.f("  nothing in the stacks points anywhere\n")
	}
	for i, s := range rep.Suspects {
		p.f("%3d. goroutine %d  %s\n     %s:%d\n     %s\n", i+1, s.Goroutine, s.Func, s.File,
			s.Line, s.Evidence)
	}
	p.details(rep)
	p.f("\n%s\n", p.strong("next"))
	for _, n := range rep.Next {
		p.f("  - %s\n", n)
	}
	for _, warning := range rep.Warnings {
		p.f("\n%s: %s\n", warning.Code, warning.Text)
	}
	if _, err := io.WriteString(w, p.String()); err != nil {
		return err
	}
	if rep.Locks == nil {
		return nil
	}
	return Locks(w, *rep.Locks, color)
}

// details shows what only some kinds have.
func (p *printer) details(rep crash.Report) {
	if len(rep.Shared) > 0 {
		p.f("\nthe value, or one beside it, is in %s: %s\n",
			count(len(rep.Shared), "goroutine", "goroutines"), ids(rep.Shared))
	}
	if len(rep.Recursion) > 0 {
		p.f("\nwhat repeats, the innermost first, on a stack of %d frames\n", rep.Depth)
		for _, r := range rep.Recursion {
			p.f("  %s\n", r)
		}
	}
	if len(rep.Creators) > 0 {
		p.f("\ngoroutines by what started them\n")
	}
	for _, c := range rep.Creators {
		p.f("  %6d  %s %s:%d, most in [%s]\n", c.Count, c.Func, c.File, c.Line, c.State)
	}
}
