// Package gctrace reads the lines that a Go program prints, one for each cycle
// of its collector, when GODEBUG has gctrace=1. It knows the forms of Go 1.18 to
// 1.27.
package gctrace

import (
	"strconv"
	"strings"
	"time"
)

// Cycle is one cycle of the collector. Sizes are bytes; the runtime prints whole
// mebibytes.
type Cycle struct {
	Number int
	At     time.Duration // since the program started
	Forced bool          // by runtime.GC or the like, not by the heap's growth

	// Pauses are the two times for which all goroutines stood still.
	Pauses [2]time.Duration
	// What the collector took: Pause is what the processors lost while all stood
	// still, Assist what goroutines had to do to be allowed to allocate,
	// Background the workers, and Idle what they did on processors that had
	// nothing else to do.
	Pause, Assist, Background, Idle time.Duration

	Before int64 // heap when the cycle began
	After  int64 // and when marking ended
	Live   int64 // what was marked: it lives on
	Goal   int64 // at what the cycle was to be done
	// Stacks and Globals are roots to scan, 0 before Go 1.19.
	Stacks, Globals int64
	Processors      int
}

// Prefix is what every line of a cycle begins with.
const Prefix = "gc "

// Parse reports whether a line is that of a cycle, and returns the cycle.
func Parse(line string) (Cycle, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), Prefix)
	if !ok {
		return Cycle{}, false
	}
	var c Cycle
	head, rest, ok := strings.Cut(rest, ": ")
	if !ok || !c.head(strings.Fields(head)) {
		return Cycle{}, false
	}
	rest, c.Forced = strings.CutSuffix(rest, " (forced)")
	fields := strings.Split(rest, ", ")
	if len(fields) < 5 || !c.clock(fields[0]) || !c.cpu(fields[1]) || !c.heap(fields[2]) {
		return Cycle{}, false
	}
	for _, f := range fields[3:] {
		value, name, _ := strings.Cut(f, " ")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 || n > most {
			return Cycle{}, false
		}
		switch name {
		case "MB goal":
			c.Goal = n << 20
		case "MB stacks":
			c.Stacks = n << 20
		case "MB globals":
			c.Globals = n << 20
		case "P":
			c.Processors = int(n)
		}
	}
	return c, c.Processors > 0
}

// Find is Parse for a line before whose cycle there may be something else, such as
// the time of a log, or what the program had begun to write.
func Find(line string) (Cycle, bool) {
	at := strings.LastIndex(line, Prefix)
	if at < 0 {
		return Cycle{}, false
	}
	return Parse(line[at:])
}

// most is more mebibytes, or processors, than there are.
const most = 1 << 40

// head reads the fields of 12 @3.456s 7%, after which there may be words.
func (c *Cycle) head(fields []string) bool {
	if len(fields) < 3 {
		return false
	}
	n, err := strconv.Atoi(fields[0])
	at, ok := strings.CutPrefix(fields[1], "@")
	if err != nil || !ok || n < 1 {
		return false
	}
	d, err := time.ParseDuration(at)
	c.Number, c.At = n, d
	return err == nil && d >= 0
}

// clock reads 0.026+0.39+0.10 ms clock.
func (c *Cycle) clock(text string) bool {
	text, ok := strings.CutSuffix(text, " ms clock")
	parts, whole := times(strings.Split(text, "+"))
	if !ok || !whole || len(parts) != 3 {
		return false
	}
	c.Pauses = [2]time.Duration{parts[0], parts[2]}
	return true
}

// cpu reads 0.21+0.88/0.52/0+0.80 ms cpu.
func (c *Cycle) cpu(text string) bool {
	text, ok := strings.CutSuffix(text, " ms cpu")
	parts, whole := times(strings.Split(strings.ReplaceAll(text, "/", "+"), "+"))
	if !ok || !whole || len(parts) != 5 {
		return false
	}
	c.Pause, c.Assist, c.Background, c.Idle = parts[0]+parts[4], parts[1], parts[2], parts[3]
	return true
}

// times reads milliseconds.
func times(texts []string) ([]time.Duration, bool) {
	var list []time.Duration
	for _, text := range texts {
		ms, err := strconv.ParseFloat(text, 64)
		if err != nil || !(ms >= 0 && ms < 1e9) {
			return nil, false
		}
		list = append(list, time.Duration(ms*float64(time.Millisecond)))
	}
	return list, true
}

// heap reads 4->5->1 MB.
func (c *Cycle) heap(text string) bool {
	text, ok := strings.CutSuffix(text, " MB")
	parts := strings.Split(text, "->")
	if !ok || len(parts) != 3 {
		return false
	}
	for i, at := range []*int64{&c.Before, &c.After, &c.Live} {
		n, err := strconv.ParseInt(parts[i], 10, 64)
		if err != nil || n < 0 || n > most {
			return false
		}
		*at = n << 20
	}
	return true
}
