package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

// TestCount has what each generator prints.
func TestCount(t *testing.T) {
	all := tools("", "http://127.0.0.1:1/", 1, 0, time.Second)
	for i, text := range []string{"  76638 requests in 2.10s, 5.6MB read\n",
		"Time taken for tests:   2.003 seconds\nComplete requests:      57626\n",
		"Summary:\n  Total:\t2.0020 secs\n\n  [200]\t40123 responses\n",
		"{\"seconds\":2.5,\"sent\": 8, \"completed\": 7}"} {
		want := [][2]float64{{76638, 2.1}, {57626, 2.003}, {40123, 2.002}, {7, 2.5}}[i]
		if n, seconds, ok := all[i].count([]byte(text)); !ok || n != want[0] ||
			seconds != want[1] {
			t.Errorf("%s: %v in %v s, %v", all[i].name, n, seconds, ok)
		}
		if _, _, ok := all[i].count([]byte("connection refused")); ok {
			t.Errorf("%s counts nothing as something", all[i].name)
		}
	}
}

// TestWrite names what is missing and compares the rest.
func TestWrite(t *testing.T) {
	var out strings.Builder
	write(&out, []*tool{{name: "wrk", rate: []float64{10, 10}, cpu: []float64{2, 2},
		server: []float64{8, 8}},
		{name: "ab", missing: "no such program"},
		{name: "load", rate: []float64{9, 9}, cpu: []float64{3, 3},
			server: []float64{12, 12}}}, 2)
	for _, want := range []string{"| ab | not here: no such program |",
		"| load | 3.0 µs | 1.50 [1.50, 1.50] | 12.0 µs | 1.50 [1.50, 1.50] | 9 | " +
			"0.90 [0.90, 0.90] |"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-rounds", "0"}, {"-d", "1500ms"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
