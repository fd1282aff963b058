// Package stacks prints what the stacks of goroutines say: the tables of wring
// locks and wring crash, for people and as JSON.
package stacks

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/service/locks"
)

// LocksJSON writes one JSON document.
func LocksJSON(w io.Writer, rep locks.Report) error {
	return encode(w, struct {
		Version int    `json:"version"`
		Verb    string `json:"verb"`
		locks.Report
	}{1, "locks", rep})
}

func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// printer collects text. With color it marks what matters.
type printer struct {
	strings.Builder
	color bool
}

func (p *printer) f(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// strong returns s as a heading.
func (p *printer) strong(s string) string {
	if !p.color {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// Locks writes the table of locks, those with most waiters first.
func Locks(w io.Writer, rep locks.Report, color bool) error {
	p := &printer{color: color}
	p.f("%d goroutines", rep.Goroutines)
	if rep.Headers != rep.Goroutines {
		p.f(" of %d headers", rep.Headers)
	}
	owned := 0
	for _, l := range rep.Locks {
		if l.Owned() {
			owned++
		}
	}
	p.f(", %s\n", count(owned, "lock with waiters", "locks with waiters"))
	for i, l := range rep.Locks {
		if i == owned {
			p.f("\n%s\n", count(len(rep.Locks)-owned, "other thing is waited for",
				"other things are waited for"))
		}
		p.lock(l)
	}
	for _, c := range rep.Cycles {
		p.f("\n%s goroutines %s wait for each other: a deadlock\n", p.strong("cycle:"), chain(c))
	}
	p.contention(rep.Contention)
	for _, warning := range rep.Warnings {
		p.f("\n%s: %s\n", warning.Code, warning.Text)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// contention writes what the profiles say of the time before the dump.
func (p *printer) contention(list []locks.Contention) {
	for i, c := range list {
		if i == 0 || list[i-1].Profile != c.Profile {
			p.f("\n%s  since the process began\n", p.strong("the "+c.Profile+" profile"))
		}
		p.f("  %9.3f s in %d waits  %s  %s:%d", c.Seconds, c.Count, c.Func, c.File, c.Line)
		if c.Lock != "" {
			p.f("  (%s)", c.Lock)
		}
		p.f("\n")
	}
}

func (p *printer) lock(l locks.Lock) {
	p.f("\n%s  %s", p.strong(l.Lock), l.Kind)
	if l.Address != "" {
		p.f(" at %s", l.Address)
	}
	p.f("\n  waiting  %s", count(len(l.Waiters), "goroutine", "goroutines"))
	if l.Longest > 0 {
		p.f(", the longest for %d minutes", l.Longest)
	}
	p.f(": %s\n", ids(l.Waiters))
	for _, r := range l.Routes {
		p.f("           %4d  %s\n", r.Waiters, r.Route)
	}
	by := "held by "
	switch {
	case !l.Owned() && l.Kind != "pool":
		by = "ended by"
	case len(l.Holders) == 0:
		p.f("  held by  unknown: no goroutine of the dump is seen to hold it\n")
	}
	for _, h := range l.Holders {
		p.f("  %s goroutine %d, %s: %s\n           %s:%d [%s]\n           %s\n",
			by, h.Goroutine, h.Grade, h.Func, h.File, h.Line, h.State, h.Evidence)
	}
	if l.WaitsFor != "" {
		p.f("  behind   the lock at %s, for which the holder waits\n", l.WaitsFor)
	}
	for _, s := range l.Samples {
		p.f("  in       %s: %d waiting, %d of them also before, held by %d\n",
			s.Dump, s.Waiters, s.Same, s.Holder)
	}
	for _, a := range l.Advice {
		p.f("  try      %s\n", a)
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// ids lists goroutines, the first ones where there are many.
func ids(list []int64) string {
	const most = 12
	var words []string
	for _, id := range list[:min(most, len(list))] {
		words = append(words, fmt.Sprint(id))
	}
	if len(list) > most {
		words = append(words, "...")
	}
	return strings.Join(words, " ")
}

func chain(list []int64) string {
	var words []string
	for _, id := range append(list[:len(list):len(list)], list[0]) {
		words = append(words, fmt.Sprint(id))
	}
	return strings.Join(words, " -> ")
}
