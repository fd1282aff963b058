// Command holders puts a MariaDB server under load through database/sql in ways that
// make its locks matter, takes dumps of its own goroutines meanwhile, and says whom
// wring locks names as holders and what it advises. Each load has a twin that does
// the same work without the mistake. It exits 1 when an answer is not as expected,
// and needs mariadb-server.
//
//	go run ./evaluation/holders
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/mariadb"
	"github.com/wring-go/wring/service/locks"
)

func main() {
	ok, err := run(context.Background(), os.Stdout, 2*time.Second, true)
	if err != nil {
		fmt.Fprintln(os.Stderr, "holders:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// run prints a table, and reports whether all is as expected. If it is not strict, what
// no dump happened to show is not missed: only advice that is wrong counts.
func run(ctx context.Context, w io.Writer, each time.Duration, strict bool) (ok bool, err error) {
	server, err := mariadb.Start(ctx)
	if err != nil {
		return false, err
	}
	defer server.Close()
	fmt.Fprintln(w, "| load | dumps | Stmt.mu held by | DB.mu held by | pool held by | "+
		"unknown | advice |")
	fmt.Fprintln(w, "|---|--:|--:|--:|--:|--:|---|")
	ok = true
	for _, l := range loads() {
		dumps, err := l.dumps(ctx, server.Address, each)
		if err != nil {
			return false, fmt.Errorf("%s: %w", l.name, err)
		}
		f, err := ask(ctx, dumps)
		if err != nil {
			return false, fmt.Errorf("%s: %w", l.name, err)
		}
		fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %d of %d | %s |\n", l.name, len(dumps),
			f.graded("database/sql.(*Stmt).mu"), f.graded("database/sql.(*DB).mu"),
			f.graded("database/sql.(*DB) connections"), f.unknown, f.rows,
			strings.Join(f.advice(), ", "))
		ok = l.expected(w, f, strict) && ok
	}
	return ok, nil
}

// expected reports whether the advice is the one that the load should get, and a
// holder is known nine times in ten, or the lock changes hands.
func (l load) expected(w io.Writer, f findings, strict bool) bool {
	ok := true
	for _, a := range advices {
		got := f.advised[a.short] > 0
		if got && a.short != l.advice || strict && !got && a.short == l.advice {
			fmt.Fprintf(w, "%s: advice %q: %v\n", l.name, a.short, got)
			ok = false
		}
	}
	if strict && 10*f.unknown > f.rows {
		fmt.Fprintf(w, "%s: no holder for %d of %d locks\n", l.name, f.unknown, f.rows)
		ok = false
	}
	return ok
}

// advices are what the loads are about.
var advices = []struct{ short, text string }{
	{"shared statement", "one prepared statement is shared by all"},
	{"small pool", "the pool is too small"},
}

// findings adds up what several dumps say of the locks of database/sql.
type findings struct {
	rows, unknown int
	grades        map[string]map[string]int
	advised       map[string]int
}

func (f findings) graded(lock string) string {
	var list []string
	for _, grade := range []string{locks.Proven, locks.Likely, locks.Possible} {
		if n := f.grades[lock][grade]; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, grade))
		}
	}
	return strings.Join(list, ", ")
}

func (f findings) advice() (list []string) {
	for _, a := range advices {
		if n := f.advised[a.short]; n > 0 {
			list = append(list, fmt.Sprintf("%s (%d)", a.short, n))
		}
	}
	return list
}

func (f *findings) add(rep locks.Report) {
	for _, l := range rep.Locks {
		if !strings.HasPrefix(l.Lock, "database/sql.") || l.Kind != "Mutex" && l.Kind != "pool" {
			continue
		}
		f.rows++
		woken := func(text string) bool { return strings.Contains(text, "changes hands") }
		if len(l.Holders) == 0 {
			if !slices.ContainsFunc(l.Advice, woken) {
				f.unknown++
			}
		} else {
			if f.grades[l.Lock] == nil {
				f.grades[l.Lock] = map[string]int{}
			}
			f.grades[l.Lock][l.Holders[0].Grade]++
		}
		for _, a := range advices {
			for _, text := range l.Advice {
				if strings.Contains(text, a.text) {
					f.advised[a.short]++
				}
			}
		}
	}
}
