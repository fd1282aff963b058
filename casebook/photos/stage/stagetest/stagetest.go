// Package stagetest sets the stage for the tests of the photo service.
package stagetest

import (
	"errors"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
)

// Open opens a stage with data of that scale, which is closed when the test ends. The
// test is skipped with -short, and where the servers are not installed.
func Open(t testing.TB, scale float64) *stage.Stage {
	t.Helper()
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	s, err := stage.Open(t.Context(), seed.New(scale))
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// WithWring opens a stage, and builds the command in its folder.
func WithWring(t testing.TB, scale float64) (s *stage.Stage, wring string) {
	t.Helper()
	s = Open(t, scale)
	wring, err := looking.Wring(t.Context(), s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return s, wring
}
