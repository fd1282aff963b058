package history

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare/series"
)

func record(objects uint64) *alloc.Record {
	return &alloc.Record{Exact: true, Go: "go1.26.8", Module: "example.com/m",
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m", Name: "BenchmarkX", N: 100,
			Objects: objects, Bytes: 16 * objects}},
		Frames:  []alloc.Frame{{Func: "example.com/m.F", File: "/m/f.go", Line: 3}},
		Stacks:  [][]int{{0}},
		Samples: []alloc.Sample{{Size: 16, Charged: 16, Objects: objects}}}
}

// each runs a test on every kind of database, on an empty one of its own.
func each(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Run("sqlite", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "a folder?", "history#1.db")
		mkdir(t, filepath.Dir(file))
		test(t, file)
	})
	t.Run("postgres", func(t *testing.T) {
		if testing.Short() {
			t.Skip("starts a server; not with -short")
		}
		dsn := server(t)
		if dsn == "" {
			t.Skip("no PostgreSQL server can be started here: install the package postgresql")
		}
		test(t, dsn)
	})
}

// TestPutAndGet proves that books come back as they were, that the later ones
// win, and that a key has nothing of another's.
func TestPutAndGet(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		s := open(t, dsn)
		key := series.Key{Tree: "tree", Dir: "dir/", Settings: "go1.26"}
		if runs, err := s.Get(t.Context(), key); err != nil || len(runs) != 0 {
			t.Fatalf("at first: %v %v", runs, err)
		}
		for _, objects := range []uint64{3, 7} {
			put(t, s, key, record(objects), record(objects+1))
			again := open(t, dsn) // another process, with the tables up to date
			runs, err := again.Get(t.Context(), key)
			if err != nil || len(runs) != 2 || runs[0].Total().Objects != objects ||
				runs[1].Total().Objects != objects+1 {
				t.Fatalf("after %d: %v %v", objects, runs, err)
			}
		}
		for _, other := range []series.Key{
			{Tree: "tree2", Dir: "dir/", Settings: "go1.26"},
			{Tree: "tree", Dir: "", Settings: "go1.26"},
			{Tree: "tree", Dir: "dir/", Settings: "go1.27"}} {
			if runs, err := s.Get(t.Context(), other); err != nil || len(runs) != 0 {
				t.Errorf("%v: %v %v", other, runs, err)
			}
		}
		var counts int
		if err := s.db.QueryRow(`SELECT SUM(objects) FROM wring_count
			WHERE benchmark = 'BenchmarkX'`).Scan(&counts); err != nil || counts != 15 {
			t.Errorf("the counts add up to %d (%v), want 7 + 8", counts, err)
		}
	})
}

// TestManyWriters has several processes' worth of stores make the tables and
// write at once, the same keys and others.
func TestManyWriters(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		const writers, keys = 6, 4
		var group sync.WaitGroup
		failures := make(chan error, writers*(keys+1))
		for w := range writers {
			group.Go(func() {
				s, err := Open(t.Context(), dsn)
				if err != nil {
					failures <- err
					return
				}
				defer s.Close()
				for k := range keys {
					key := series.Key{Tree: fmt.Sprint("tree", k), Settings: "x"}
					runs := []*alloc.Record{record(uint64(w))}
					if err := s.Put(t.Context(), key, runs); err != nil {
						failures <- err
					}
				}
			})
		}
		group.Wait()
		close(failures)
		for err := range failures {
			t.Error(err)
		}
		var measurements, runs int
		s := open(t, dsn)
		err := s.db.QueryRow(`SELECT (SELECT COUNT(*) FROM wring_measurement),
			(SELECT COUNT(*) FROM wring_run)`).Scan(&measurements, &runs)
		if err != nil || measurements != keys || runs != keys {
			t.Errorf("%d measurements with %d runs (%v), want %d of each", measurements, runs, err,
				keys)
		}
	})
}

// TestNewerTables proves that what a later wring has made is left alone.
func TestNewerTables(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		s := open(t, dsn)
		if _, err := s.db.Exec(`INSERT INTO wring_schema (version) VALUES (99)`); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), dsn)
		if err == nil || !strings.Contains(err.Error(), "version 99") ||
			!strings.Contains(err.Error(), "newer") {
			t.Errorf("got %v", err)
		}
	})
}

// TestMigrate begins with the tables of the first version.
func TestMigrate(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		s := open(t, dsn)
		key := series.Key{Tree: "tree"}
		put(t, s, key, record(5))
		for _, statement := range []string{`DROP INDEX wring_count_benchmark`,
			`DELETE FROM wring_schema WHERE version > 1`} {
			if _, err := s.db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		s = open(t, dsn)
		if runs, err := s.Get(t.Context(), key); err != nil || len(runs) != 1 {
			t.Errorf("what was there: %v %v", runs, err)
		}
		if _, err := s.db.Exec(`DROP INDEX wring_count_benchmark`); err != nil {
			t.Errorf("the second step was not taken: %v", err)
		}
	})
}

// TestLocked proves that a file that another program holds is an error that
// says so, and not a wait without end.
func TestLocked(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the lock; not with -short")
	}
	file := filepath.Join(t.TempDir(), "history.db")
	s := open(t, file)
	put(t, s, series.Key{Tree: "tree"}, record(1))
	s.Close()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), file)
	if err == nil || !strings.Contains(err.Error(), "another program holds it") {
		t.Errorf("got %v", err)
	}
}

// TestUnusable shows the errors about what cannot be a history.
func TestUnusable(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	write(t, text, strings.Repeat("this is no database\n", 100))
	silent := silentServer(t) + "/db?connect_timeout=1"
	for dsn, want := range map[string]string{
		text: "remove the file",
		filepath.Join(dir, "missing", "history.db"): "folder that can be written",
		"postgres://user:secret@127.0.0.1:1/db":     "check the address",
		"postgres://%zz":                            "like postgres://",
		"postgres://u:secret@" + silent:             "check the address",
	} {
		ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
		_, err := Open(ctx, dsn)
		stop()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", dsn, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is shown: %v", err)
		}
	}
}

// silentServer takes connections and says nothing.
func silentServer(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
		}
	}()
	return l.Addr().String()
}

func open(t *testing.T, dsn string) *Store {
	t.Helper()
	s, err := Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func put(t *testing.T, s *Store, key series.Key, runs ...*alloc.Record) {
	t.Helper()
	if err := s.Put(t.Context(), key, runs); err != nil {
		t.Fatal(err)
	}
}
