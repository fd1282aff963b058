package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
)

// TestRun measures one round with little data. What a capture costs then is
// chance, and may be anything.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	var out bytes.Buffer
	err := run(t.Context(), []string{"-scale", "0.006", "-for", "2s", "-warmup", "0s", "-rounds",
		"1", "-most", "1", "-json"}, &out, io.Discard)
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got costs
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.With) != 1 || got.With[0] <= 0 || len(got.Without) != 2 ||
		got.Median != got.With[0]/((got.Without[0]+got.Without[1])/2) {
		t.Errorf("%s", out.Bytes())
	}
}

// TestWrite has the table of three rounds while the service gets slower: that
// changes no ratio.
func TestWrite(t *testing.T) {
	c := costs{Without: []float64{110, 100, 90, 80}, With: []float64{105 * 0.99, 95 * 0.95,
		85 * 0.98}}
	c.compare()
	var out strings.Builder
	if err := c.write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| score without a capture | 95 | 80 | 110 |",
		"| with / without, of neighbours | 0.980 | 0.950 | 0.990 |",
		"The median of 3 ratios is between 0.950 and 0.990", "11.1 % apart"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-for", "10ms"}, {"-rounds", "0"},
		{"-steps", "nope"}, {"-most", "0"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
