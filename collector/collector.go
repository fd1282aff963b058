// Package collector says what the garbage collector costs a program, and what
// another setting of it would: by running the program under several, one after
// the other and again, and by reading what its collector reports of each cycle.
package collector

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/collector/gctrace"
)

// Setting is what the runtime may be told of its collector.
type Setting struct {
	GOGC  int   // per cent; Off is without collections, but for those of Limit
	Limit int64 // GOMEMLIMIT in bytes; 0 is none
	// Experiment is the GOEXPERIMENT that the program is built with, greenteagc or
	// nogreenteagc; "" is the toolchain's own choice.
	Experiment string
}

// Off is the GOGC of a program that collects only because of its limit.
const Off = -1

// String returns the setting as it is written before a command.
func (s Setting) String() string {
	text := "GOGC=" + s.gogc()
	if s.Limit > 0 {
		text += " GOMEMLIMIT=" + Bytes(s.Limit)
	}
	if s.Experiment != "" {
		text += " GOEXPERIMENT=" + s.Experiment
	}
	return text
}

func (s Setting) gogc() string {
	if s.GOGC < 0 {
		return "off"
	}
	return strconv.Itoa(s.GOGC)
}

// env returns what the program must find in its environment, besides what it
// does already.
func (s Setting) env(environ []string) []string {
	debug := "gctrace=1"
	for _, kv := range environ {
		if old, ok := strings.CutPrefix(kv, "GODEBUG="); ok && old != "" {
			debug = old + ",gctrace=1"
		}
	}
	env := append(slices.Clip(environ), "GODEBUG="+debug, "GOGC="+s.gogc())
	limit := "off"
	if s.Limit > 0 {
		limit = strconv.FormatInt(s.Limit, 10)
	}
	return append(env, "GOMEMLIMIT="+limit)
}

// ParseGOGC reads GOGC values separated by commas, as 50,100,off.
func ParseGOGC(text string) ([]int, error) {
	var list []int
	for _, one := range strings.Split(text, ",") {
		one = strings.TrimSpace(one)
		n, err := strconv.Atoi(one)
		switch {
		case one == "off":
			n = Off
		case err != nil || n < 1 || n > 100_000:
			return nil, fmt.Errorf("GOGC %q: per cent such as 50 or 400, or off", one)
		}
		list = append(list, n)
	}
	return list, nil
}

// ParseBytes reads a size as GOMEMLIMIT does: 512MiB, or a number of bytes.
func ParseBytes(text string) (int64, error) {
	number, factor := text, int64(1)
	for i, unit := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if rest, ok := strings.CutSuffix(text, unit); ok {
			number, factor = rest, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(number, "B"), 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/factor {
		return 0, fmt.Errorf("%q is no size such as 512MiB", text)
	}
	return n * factor, nil
}

// Bytes writes a size in the unit that suits it.
func Bytes(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	v, i := float64(n), 0
	for v >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	if v == math.Trunc(v) || v >= 100 {
		return fmt.Sprintf("%.0f%s", v, units[i])
	}
	return fmt.Sprintf("%.1f%s", v, units[i])
}

// Run is one run of a program.
type Run struct {
	Setting Setting
	Wall    time.Duration
	CPU     time.Duration // of the whole process, user and system
	Peak    int64         // the most memory that it held, in bytes; 0 if that is not known
	// Stretch is how much longer the program's threads were at work than they ran,
	// because other programs wanted the processors: 1 on a machine of its own.
	Stretch float64
	Cost
}

// Cost is what the collector reported of itself in some time.
type Cost struct {
	Cycles int
	Forced int // of them, those that something other than the heap's growth began
	// What marking took: in all, and of that from goroutines that wanted to
	// allocate, and on processors that had nothing else to do. Pauses are not in
	// it: then processors stand still rather than work.
	GC, Assist, Idle time.Duration
	Pauses           []time.Duration // in ascending order
	Live             int64           // that a cycle marked, in the middle
	PeakHeap         int64
	Allocated        int64 // between the first cycle and the last
	Span             time.Duration
	Processors       int
}

// Sum adds up cycles, in their order.
func Sum(cycles []gctrace.Cycle) Cost {
	var c Cost
	var live []int64
	for i, cycle := range cycles {
		c.Cycles++
		if cycle.Forced {
			c.Forced++
		}
		c.GC += cycle.Assist + cycle.Background + cycle.Idle
		c.Assist += cycle.Assist
		c.Idle += cycle.Idle
		c.Pauses = append(c.Pauses, cycle.Pauses[:]...)
		c.PeakHeap = max(c.PeakHeap, cycle.Before, cycle.After)
		live = append(live, cycle.Live)
		c.Processors = cycle.Processors
		if i > 0 {
			c.Allocated += max(cycle.Before-cycles[i-1].Live, 0)
			c.Span = cycle.At - cycles[0].At
		}
	}
	slices.Sort(c.Pauses)
	slices.Sort(live)
	if len(live) > 0 {
		c.Live = live[len(live)/2]
	}
	return c
}

// Share returns the part of the process's CPU that went to the collector. The
// runtime reports what it took by the clock, which goes on when another program
// has the processor; so both are taken by the clock.
func (r Run) Share() float64 {
	if r.CPU <= 0 {
		return 0
	}
	return min(r.GC.Seconds()/(r.CPU.Seconds()*r.Stretch), 1)
}
