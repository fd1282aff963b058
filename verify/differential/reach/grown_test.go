package reach

import (
	"slices"
	"testing"
)

// TestGrown wants fields that are added, and those with other functions, and nothing else.
func TestGrown(t *testing.T) {
	const before = "T struct{ n int; steps []func(); X func() }"
	const numbers = "T struct{ n int; steps []int; X func() }"
	if got := grown(numbers, before); got != nil {
		t.Errorf("functions in place of numbers: got %q", got)
	}
	for after, want := range map[string][]string{
		before: nil,
		"T struct{ n int; steps []func(); X func(); more []byte }":  {"more"},
		"T struct{ n int; steps []func(*T); X func() }":             {"steps"},
		"T struct{ n int; steps []func(*T); more []int; X func() }": {"steps", "more"},
		"T struct{ n int; steps []func(); X func(*T) }":             nil,
		"T struct{ n int; steps func(); Y func() }":                 nil,
		"T struct{ n uint; steps []func(*T); X func() }":            nil,
		"T struct{ n int; steps []int; X func() }":                  nil,
	} {
		if got := grown(before, after); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", after, got, want)
		}
	}
}
