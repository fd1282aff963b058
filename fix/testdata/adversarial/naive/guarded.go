package guarded

import (
	"context"
	"fmt"
	"log/slog"
)

// It counts no more.
func Operand(c *Counter) int {
	if c.Limit <= 0 {
		assert(false, "%d", c.next())
	}
	return c.N
}

// It counts twice.
func Condition(c *Counter) int {
	if !c.below() {
		assert(c.below(), "after %d", c.N)
	}
	return c.N
}

// No element is looked for.
func Element(list []int, i int) string {
	if len(list) >= 100 {
		assert(false, "%d", list[i])
	}
	return "there"
}

// No counter is needed.
func Pointer(c *Counter, n int) string {
	if n <= 0 {
		assert(false, "%d", c.N)
	}
	return "there"
}

// What is no number is below.
func Float(x float64) string {
	if x > 1 {
		assert(false, "%v is above", x)
	}
	return "below"
}

// It is another one.
func Hidden(n int) (lines []string) {
	for i := range max(0, min(n, 9)) {
		quiet := i%2 == 0
		if !quiet {
			lines = append(lines, "said")
		}
	}
	return lines
}

// It is asked once.
func First(list []int) []string {
	o := &once{}
	said := o.said
	for _, n := range list {
		if !said {
			o.said = false
			o.say("%d", n)
		}
	}
	return o.lines
}

// There is always one.
func Missing(there bool, n int) string {
	return (&once{}).Nothing(n)
}

// The counter is looked at only where something is wrong.
func Text(c *Counter, n int) string {
	if n >= 3 && c == nil {
		must(false, "too many: "+fmt.Sprint(n))
	}
	if n < 0 {
		must(false, fmt.Sprintf("below: %d", c.Limit))
	}
	if !c.below() && c.N <= 100 {
		must(false, fmt.Sprintf("after %d", c.N))
	}
	if c.N >= 50 {
		must(false, fmt.Sprintf("%v", c))
	}
	return fmt.Sprint(c.N)
}

// The divisor is looked at only where it is loud.
func (l *Log) Quotient(n, of int) int {
	var text string
	if l.Loud {
		text = "n is " + fmt.Sprint(n/of)
	}
	l.note(text, l.Loud)
	return l.N
}

// It is loud meanwhile.
func (l *Log) Flipped(n int) int {
	var text string
	if l.Loud {
		text = "n is " + fmt.Sprint(n*3)
	}
	l.flipped(text, l.Loud)
	l.flipped("next is "+fmt.Sprint(n+1), n > 1)
	return l.N
}

// There are no letters.
func (l *Log) Counted(n int) int {
	var text string
	if l.Loud {
		text = "n is " + fmt.Sprint(n*3)
	}
	l.counted(text, l.Loud)
	return l.N
}

// It turns twice.
func (l *Log) Turned(n int) int {
	var text string
	if l.turn() {
		text = "n is " + fmt.Sprint(n*3, l.Loud)
	}
	l.note(text, l.turn())
	return l.N
}

// It is as loud as before.
func Early(l *Log, n int) int {
	var text string
	if l.Loud {
		text = "next is " + fmt.Sprint(n+1)
	}
	l.early("n is "+fmt.Sprint(n*3), l.Loud)
	l.renewed(text, l.Loud)
	return l.N
}

// It counts only where it is logged.
func Traced(l *slog.Logger, c *Counter) int {
	if l.Enabled(context.Background(), slog.LevelDebug) {
		l.Debug("next", "n", c.next())
		l.Debug("limit", "is", c.Limit, "n", c.N)
	}
	return c.N
}

// It looks beyond the end only where it is logged.
func Walked(l *slog.Logger, list []int, n int) (sum int) {
	on := l.Enabled(context.Background(), slog.LevelDebug)
	for i := range n {
		if on {
			l.DebugContext(context.Background(), "an element", "is", list[i])
		}
		sum += i
	}
	if on {
		l.Debug("walked", "sum", sum, "all", list)
	}
	return sum
}
