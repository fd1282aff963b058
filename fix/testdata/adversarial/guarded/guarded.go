// Package guarded has functions that ask before they use what they are given.
package guarded

import (
	"context"
	"fmt"
	"log/slog"
)

func assert(ok bool, format string, args ...any) {
	if !ok {
		panic(fmt.Sprintf(format, args...))
	}
}

// Counter counts.
type Counter struct{ N, Limit int }

func (c *Counter) next() int { c.N++; return c.N }

func (c *Counter) below() bool { c.N++; return c.N < c.Limit }

// Operand counts though nothing is printed.
func Operand(c *Counter) int {
	assert(c.Limit > 0, "%d", c.next())
	return c.N
}

// Condition counts once.
func Condition(c *Counter) int {
	assert(c.below(), "after %d", c.N)
	return c.N
}

// Element panics when there is none, though what is asserted holds.
func Element(list []int, i int) string {
	assert(len(list) < 100, "%d", list[i])
	return "there"
}

// Pointer panics without a counter.
func Pointer(c *Counter, n int) string {
	assert(n > 0, "%d", c.N)
	return "there"
}

// Float is not below what is no number.
func Float(x float64) string {
	assert(x <= 1, "%v is above", x)
	return "below"
}

var quiet = true

func say(lines *[]string, format string, args ...any) {
	if quiet {
		return
	}
	*lines = append(*lines, fmt.Sprintf(format, args...))
}

// Hidden says nothing, whatever is called quiet.
func Hidden(n int) (lines []string) {
	for i := range max(0, min(n, 9)) {
		quiet := i%2 == 0
		say(&lines, "%d %v", i, quiet)
	}
	return lines
}

type once struct {
	said  bool
	lines []string
}

func (o *once) say(format string, args ...any) {
	if o.said {
		return
	}
	o.said = true
	o.lines = append(o.lines, fmt.Sprintf(format, args...))
}

// First says one thing.
func First(list []int) []string {
	o := &once{}
	for _, n := range list {
		o.say("%d", n)
	}
	return o.lines
}

// Nothing is said without one.
func (o *once) Nothing(n int) (text string) {
	o.say("%d", n)
	return "said"
}

// Missing panics or not.
func Missing(there bool, n int) string {
	var o *once
	if there {
		o = &once{}
	}
	return o.Nothing(n)
}

func must(ok bool, message string) {
	if !ok {
		panic(message)
	}
}

// Text panics without a counter, and counts what is said of one.
func Text(c *Counter, n int) string {
	must(n < 3 || c != nil, "too many: "+fmt.Sprint(n))
	must(n >= 0, fmt.Sprintf("below: %d", c.Limit))
	must(c.below() || c.N > 100, fmt.Sprintf("after %d", c.N))
	must(c.N < 50, fmt.Sprintf("%v", c))
	return fmt.Sprint(c.N)
}

// String counts, too.
func (c *Counter) String() string { return fmt.Sprint("counter ", c.next()) }

// Log has lines.
type Log struct {
	Loud  bool
	N     int
	Lines []string
}

func (l *Log) note(text string, loud bool) {
	l.N++
	if loud {
		l.Lines = append(l.Lines, text)
	}
}

func (l *Log) flipped(text string, loud bool) {
	loud = loud != (l.N%2 == 0)
	if loud {
		l.Lines = append(l.Lines, text)
	}
	l.N++
}

func (l *Log) counted(text string, loud bool) {
	l.N += len(text)
	if loud {
		l.Lines = append(l.Lines, text)
	}
}

// Noted says something if it is loud.
func (l *Log) Noted(n int) int {
	l.note("n is "+fmt.Sprint(n*3), l.Loud)
	l.note("next is "+fmt.Sprint(n+1), n > 1)
	return l.N
}

// Quotient panics without a divisor, loud or not.
func (l *Log) Quotient(n, of int) int {
	l.note("n is "+fmt.Sprint(n/of), l.Loud)
	return l.N
}

// Flipped is loud when it is told not to be.
func (l *Log) Flipped(n int) int {
	l.flipped("n is "+fmt.Sprint(n*3), l.Loud)
	l.flipped("next is "+fmt.Sprint(n+1), n > 1)
	return l.N
}

// Counted counts letters.
func (l *Log) Counted(n int) int {
	l.counted("n is "+fmt.Sprint(n*3), l.Loud)
	return l.N
}

func (l *Log) turn() bool {
	l.Loud = !l.Loud
	return l.Loud
}

// Turned asks what it has turned.
func (l *Log) Turned(n int) int {
	l.note("n is "+fmt.Sprint(n*3, l.Loud), l.turn())
	return l.N
}

func (l *Log) early(text string, loud bool) {
	l.N++
	if !loud {
		return
	}
	l.Lines = append(l.Lines, text)
}

func (l *Log) renewed(text string, loud bool) {
	p := &loud
	*p = l.N%2 == 0
	if !loud {
		return
	}
	l.Lines = append(l.Lines, text)
}

// Early is loud where the log is, or where it has come to an even number.
func Early(l *Log, n int) int {
	l.early("n is "+fmt.Sprint(n*3), l.Loud)
	l.renewed("next is "+fmt.Sprint(n+1), l.Loud)
	return l.N
}

// Traced counts though its log is off, and panics without a counter.
func Traced(l *slog.Logger, c *Counter) int {
	l.Debug("next", "n", c.next())
	l.Debug("limit", "is", c.Limit, "n", c.N)
	return c.N
}

// Walked panics at the end of a list that is too short.
func Walked(l *slog.Logger, list []int, n int) (sum int) {
	for i := range n {
		l.DebugContext(context.Background(), "an element", "is", list[i])
		sum += i
	}
	l.Debug("walked", "sum", sum, "all", list)
	return sum
}
