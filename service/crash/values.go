package crash

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/wring-go/wring/service/stackdump"
)

// value is an address that the message names.
type value struct {
	addr uint64
	what string
	// from and to are the object or the page around it.
	from, to uint64
}

const (
	page     = 4096
	smallest = 4096 // no object has an address below
)

// marks are the places in messages in which addresses stand, what matters most
// first.
func marks() []struct {
	re   *regexp.Regexp
	what string
} {
	list := []struct{ re, what string }{
		{`runtime: pointer (0x[0-9a-f]+)`, "the bad pointer"},
		{`\*\(object\+\d+\) = (0x[0-9a-f]+) <==`, "the bad pointer"},
		{`unexpected fault address (0x[0-9a-f]+)`, "the address"},
		{`addr=(0x[0-9a-f]+)`, "the address"},
		{`runtime: found in object at \*\((0x[0-9a-f]+)`, "the object that holds it"},
		{`object=(0x[0-9a-f]+)`, "the object that holds it"},
	}
	var out []struct {
		re   *regexp.Regexp
		what string
	}
	for _, m := range list {
		out = append(out, struct {
			re   *regexp.Regexp
			what string
		}{regexp.MustCompile(m.re), m.what})
	}
	return out
}

var span = regexp.MustCompile(`s\.base\(\)=(0x[0-9a-f]+) s\.limit=(0x[0-9a-f]+)`)

// findValues takes the addresses from the message.
func (q *inquiry) findValues() {
	for _, m := range marks() {
		for _, line := range q.text {
			found := m.re.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			addr := parse(found[1])
			known := slices.ContainsFunc(q.values, func(v value) bool { return v.addr == addr })
			if !known {
				v := value{addr: addr, what: m.what, from: addr &^ (page - 1)}
				v.to = v.from + page
				q.values = append(q.values, v)
			}
		}
	}
	q.objects()
	if len(q.values) > 0 {
		q.rep.Value = fmt.Sprintf("%#x", q.values[0].addr)
	}
}

// objects narrows the surroundings of a value to the span that the message names.
func (q *inquiry) objects() {
	for _, line := range q.text {
		m := span.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		from, to := parse(m[1]), parse(m[2])
		for i := range q.values {
			if v := &q.values[i]; from <= v.addr && v.addr < to && to-from < 1<<20 {
				v.from, v.to = from, to
			}
		}
	}
}

func parse(s string) uint64 {
	n, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		return 0
	}
	return n
}

// hit is how well an argument fits a value.
type hit struct {
	score int
	text  string
}

// match compares the arguments of a frame with the values of the message.
func (q *inquiry) match(f *stackdump.Frame) hit {
	var best hit
	for rank, v := range q.values {
		if v.addr < smallest {
			continue
		}
		for _, a := range f.Args {
			h := fits(v, a)
			h.score -= 10 * rank
			if h.score > best.score {
				best = h
			}
		}
	}
	return best
}

func fits(v value, a stackdump.Arg) hit {
	h := hit{}
	switch {
	case a.Missing || a.Value < smallest:
		return h
	case a.Value == v.addr:
		h = hit{100, fmt.Sprintf("%s %#x is argument %d", v.what, v.addr, a.Param+1)}
	case v.from <= a.Value && a.Value < v.to:
		h = hit{40, fmt.Sprintf("argument %d, %#x, is beside %s", a.Param+1, a.Value, v.what)}
	default:
		return h
	}
	if a.Uncertain {
		h.score -= 15
		h.text += " (marked ?)"
	}
	return h
}

// onStack says whose stack an address belongs to, where the bounds of frames are
// printed.
func (q *inquiry) onStack(addr uint64) (*stackdump.Goroutine, int) {
	for _, g := range q.dump.Goroutines {
		for i := range g.Frames {
			if f := &g.Frames[i]; f.SP != 0 && f.SP <= addr && addr < f.FP {
				return g, i
			}
		}
	}
	return nil, -1
}
