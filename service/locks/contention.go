package locks

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Contention is a line at which goroutines waited since the process began, from
// its profile of mutexes or of blocking.
type Contention struct {
	Profile string  `json:"profile"` // mutex or block
	Lock    string  `json:"lock"`    // where the source of the line says it, or ""
	Func    string  `json:"func"`
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Count   int64   `json:"count"`
	Seconds float64 `json:"seconds"`
}

// maxContention is how many lines of a profile are kept, those with most time.
const maxContention = 10

// maxProfile is how many bytes of a profile are read.
const maxProfile = 16 << 20

// contention reads a profile in the form of debug=1. state reports whether the
// profile is on, by what it says of its rate, or by having entries; it is "" where
// it cannot be read.
func contention(ctx context.Context, address, profile string) (state string, list []Contention) {
	in, err := get(ctx, address)
	if err != nil {
		return "", nil
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxProfile))
	if err != nil {
		return "", nil
	}
	list = parseContention(text, profile)
	_, rest, ok := bytes.Cut(text, []byte("sampling period="))
	if len(list) > 0 || ok && len(rest) > 0 && rest[0] != '0' {
		return "on", list
	}
	return "off", nil
}

// parseContention adds up the entries of a profile by the first line that is not
// of the runtime or of package sync. The runtime has multiplied what it sampled by
// the sampling period already.
func parseContention(text []byte, profile string) []Contention {
	perSecond := 0.0
	sums := map[string]*Contention{}
	var entry Contention
	booked := true
	for raw := range bytes.Lines(text) {
		line := strings.TrimSpace(string(raw))
		if rate, ok := strings.CutPrefix(line, "cycles/second="); ok {
			perSecond, _ = strconv.ParseFloat(rate, 64) // 0 means that times are not known
			continue
		}
		if e, ok := entryOf(line, perSecond); ok {
			entry, booked = e, false
			continue
		}
		if !booked && placed(&entry, line) {
			booked = true
			entry.Profile = profile
			book(sums, entry)
		}
	}
	return most(sums)
}

// entryOf parses "CYCLES COUNT @ 0x1 0x2".
func entryOf(line string, perSecond float64) (Contention, bool) {
	numbers, _, ok := strings.Cut(line, " @ 0x")
	fields := strings.Fields(numbers)
	if !ok || len(fields) != 2 {
		return Contention{}, false
	}
	cycles, err := strconv.ParseFloat(fields[0], 64)
	count, err2 := strconv.ParseInt(fields[1], 10, 64)
	if err != nil || err2 != nil {
		return Contention{}, false
	}
	c := Contention{Count: count}
	if perSecond > 0 {
		c.Seconds = cycles / perSecond
	}
	return c, true
}

// placed takes the place of an entry from "# 0x1 FUNC+0x2 FILE:LINE", unless it is
// in the runtime or in package sync.
func placed(c *Contention, line string) bool {
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[0] != "#" {
		return false
	}
	name := fields[2]
	if i := strings.LastIndex(name, "+0x"); i > 0 {
		name = name[:i]
	}
	if inPackage(name, "runtime", "sync", "internal/sync") {
		return false
	}
	place := strings.Join(fields[3:], " ")
	i := strings.LastIndexByte(place, ':')
	if i < 0 {
		return false
	}
	n, err := strconv.Atoi(place[i+1:])
	c.Func, c.File, c.Line = name, place[:i], n
	return err == nil
}

func book(sums map[string]*Contention, c Contention) {
	key := fmt.Sprintf("%s %s:%d", c.Func, c.File, c.Line)
	if old := sums[key]; old != nil {
		old.Count += c.Count
		old.Seconds += c.Seconds
		return
	}
	sums[key] = &c
}

func most(sums map[string]*Contention) []Contention {
	var list []Contention
	for _, c := range sums {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Contention) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.File, b.File), a.Line-b.Line)
	})
	return list[:min(len(list), maxContention)]
}

// named says which lock the source takes or gives back on the line of an entry.
func (e *engine) named(list []Contention) []Contention {
	out := slices.Clone(list)
	for i := range out {
		c := &out[i]
		fn := e.world.FuncAt(c.File, c.Line, c.Func)
		if fn == nil || fn.Body() == nil {
			continue
		}
		ast.Inspect(fn.Body(), func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || e.world.Line(call.Pos()) != c.Line {
				return true
			}
			if o, ok := e.lockCall(fn, call); ok && c.Lock == "" {
				c.Lock = o.ref.class
			}
			return true
		})
	}
	return out
}
