package main

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/diary"
)

// TestPredictions compares predictions with a real server, for a shorter time
// than the command does.
func TestPredictions(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	p := plan{n: 900, rate: 300, query: 20 * time.Millisecond, goal: "wait.p99<10ms"}
	rows, err := p.run(t.Context())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	err = write(&table, rows)
	if t.Logf("\n%s", &table); err != nil {
		t.Error(err)
	}
}
