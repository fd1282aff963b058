package fprint

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"strings"
)

// It is printed at the end.
func Deferred(values []int) string {
	var b bytes.Buffer
	func() {
		for i := range values {
			defer func() { fmt.Fprintf(&b, "%v,", values[i:]) }()
			values[i]++
		}
	}()
	return b.String()
}

// Nothing is nil.
func Empty(v any) []byte { return fmt.Appendf(nil, "%v", v) }

// It is not quoted.
func Quoted(values []any) string {
	var q quoted
	for _, v := range values {
		fmt.Fprintf(&q, "%v.", v)
	}
	return q.String()
}

// All parts are the last.
func Kept(values []any) string {
	k := &keeper{}
	for _, v := range values {
		fmt.Fprintf(k, "%v.", v)
	}
	return string(bytes.Join(k.parts, []byte("|")))
}

// Nothing is printed.
func Logged(n int) int {
	var c counter
	l := log.New(io.Discard, "", 0)
	for range max(0, min(n, 9)) {
		l.Printf("%v", &c)
	}
	return int(c)
}

// Each ends once.
func Lines(values []any) string {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	for _, v := range values {
		l.Printf("-%v", v)
	}
	return b.String()
}

// The signs mean something.
func Percent(values []string) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, v+"%d", 1)
	}
	return b.String()
}
