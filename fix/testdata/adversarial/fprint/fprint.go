// Package fprint has texts that are printed only to be written.
package fprint

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"strings"
)

// Deferred writes what the values are now, at the end.
func Deferred(values []int) string {
	var b bytes.Buffer
	func() {
		for i := range values {
			defer b.WriteString(fmt.Sprintf("%v,", values[i:]))
			values[i]++
		}
	}()
	return b.String()
}

// Empty is not nil.
func Empty(v any) []byte { return []byte(fmt.Sprintf("%v", v)) }

type quoted struct{ strings.Builder }

// WriteString does more than Write.
func (q *quoted) WriteString(s string) (int, error) { return q.Builder.WriteString("<" + s + ">") }

// Quoted writes to a type that embeds a writer.
func Quoted(values []any) string {
	var q quoted
	for _, v := range values {
		q.WriteString(fmt.Sprintf("%v.", v))
	}
	return q.String()
}

type keeper struct{ parts [][]byte }

// Write keeps what it gets, which a writer must not.
func (k *keeper) Write(p []byte) (int, error) {
	k.parts = append(k.parts, p)
	return len(p), nil
}

// Kept has each part as it was written.
func Kept(values []any) string {
	k := &keeper{}
	for _, v := range values {
		k.Write([]byte(fmt.Sprintf("%v.", v)))
	}
	return string(bytes.Join(k.parts, []byte("|")))
}

type counter int

// String counts.
func (c *counter) String() string { *c++; return "c" }

// Logged counts, though the log goes nowhere.
func Logged(n int) int {
	var c counter
	l := log.New(io.Discard, "", 0)
	for range max(0, min(n, 9)) {
		l.Print(fmt.Sprintf("%v", &c))
	}
	return int(c)
}

type pair struct{ w, other io.Writer }

func (p *pair) turn(v any) any {
	p.w, p.other = p.other, p.w
	return v
}

// Turned has its writers exchanged by what is printed.
func Turned(values []any) string {
	var a, b bytes.Buffer
	p := &pair{&a, &b}
	for _, v := range values {
		io.WriteString(p.w, fmt.Sprintf("%v.", p.turn(v)))
	}
	return a.String() + "|" + b.String()
}

// Lines end twice where the text ends a line.
func Lines(values []any) string {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	for _, v := range values {
		l.Println(fmt.Sprintf("-%v", v))
	}
	return b.String()
}

// Percent has signs that mean nothing.
func Percent(values []string) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteString(fmt.Sprint(v, "%d", 1))
	}
	return b.String()
}

// tally is printed by a method that appends to what others append to.
type tally struct {
	out []byte
	n   int
}

func (t *tally) String() string {
	t.n++
	t.out = append(t.out, '#')
	return strings.Repeat("|", t.n)
}

// Tallied appends what appends itself.
func Tallied(n int) string {
	t := &tally{}
	for range n % 8 {
		t.out = append(t.out, fmt.Sprintf("%v,", t)...)
	}
	return string(t.out)
}
