package main

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/diary"
)

// TestHolders asks about a real server under load. On a busy machine it may happen that
// no dump shows who waits, so only what was seen is judged.
func TestHolders(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	var table bytes.Buffer
	ok, err := run(t.Context(), &table, 2*time.Second, false)
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("\n%s", &table); !ok {
		t.Error("an answer is not as expected")
	}
}
