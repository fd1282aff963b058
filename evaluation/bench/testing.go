package bench

import (
	"context"
	"strings"
	"testing"
)

// ForTest returns a machine that ends with the test.
func ForTest(t testing.TB) *Machine {
	t.Helper()
	m, err := New(context.WithoutCancel(t.Context()), &strings.Builder{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}
