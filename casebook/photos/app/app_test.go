package app_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/photos/app"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
)

// small is data that every version can be tried with.
func small() seed.Data { return seed.New(0.006) }

// prepare returns a database with small data, or skips the test.
func prepare(t *testing.T) *stage.Database {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	db, err := stage.Prepare(t.Context(), small())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// TestSteps has the visitors check the first version, the last one, and each step
// alone: they all mean the same.
func TestSteps(t *testing.T) {
	db, world := prepare(t), visit.NewWorld(small())
	sets := []steps.Set{{}, steps.Full()}
	for _, s := range steps.All() {
		sets = append(sets, steps.Set{}.With(s.Name), steps.Full().Without(s.Name))
	}
	files := t.TempDir()
	for _, taken := range sets {
		t.Run(taken.String(), func(t *testing.T) { try(t, db, world, taken, files) })
	}
}

// try has two visitors of some kinds, and at least one of each.
func try(t *testing.T, db *stage.Database, world *visit.World, taken steps.Set, files string) {
	if err := seed.Reset(t.Context(), db.DB, db.Data); err != nil {
		t.Fatal(err)
	}
	service, err := app.Open(t.Context(), app.Config{DSN: stage.DSN(db.Server), Pictures: files,
		Steps: taken, Errors: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	defer service.Close()
	server := httptest.NewServer(service.Handler)
	defer server.Close()
	r, err := visit.Run(context.WithoutCancel(t.Context()), visit.Options{Base: server.URL,
		World: world, Clients: 4, Visits: 8})
	if err != nil {
		t.Fatal(err)
	}
	if r.Errors > 0 || r.Answers < 100 {
		t.Errorf("%d answers, %d errors: %v", r.Answers, r.Errors, r.Err())
	}
	if err := stage.Check(t.Context(), db.DB, files); err != nil {
		t.Error(err)
	}
	kept, err := filepath.Glob(filepath.Join(files, "new-*"))
	if err != nil || len(kept) > 0 {
		t.Errorf("files that were not kept are left: %q, %v", kept, err)
	}
}
