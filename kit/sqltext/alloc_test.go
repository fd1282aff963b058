package sqltext_test

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/sqltext"
)

const insert = "INSERT INTO posts (user, text, mime, score, hidden, at, raw, n) " +
	"VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

func row(text string) []driver.Value {
	return []driver.Value{int64(421), text, []byte("image/png"), 4.75, false, when,
		json.RawMessage(`{"a":1}`), uint64(1 << 63)}
}

// TestAllocations counts over a hundred statements in one run, because the
// quotient is rounded down.
func TestAllocations(t *testing.T) {
	texts := map[string]string{
		"short":  "it's a \"new\" day",
		"long":   strings.Repeat("long ", 1000),
		"quotes": strings.Repeat("'", 5000),
		"fits":   strings.Repeat("x", 400),
	}
	for _, opt := range []sqltext.Options{
		{},
		{NoBackslashEscapes: true, ANSIQuotes: true, Location: time.FixedZone("", 3600),
			MaxPacket: 1 << 20, Collation: "utf8mb4_bin"},
	} {
		for name, text := range texts {
			args := row(text)
			buf := make([]byte, 0, 16<<10)
			exactly(t, "Append "+name, 0, func() error {
				_, err := sqltext.Append(buf, insert, args, opt)
				return err
			})
			exactly(t, "String "+name, 1, func() error {
				_, err := sqltext.String(insert, args, opt)
				return err
			})
		}
	}
}

// TestAllocationsAtTheLimit makes strings around the length at which the room on
// the stack ends, with each of the things that can come last there.
func TestAllocationsAtTheLimit(t *testing.T) {
	for n := range 300 {
		query := "SELECT ?, '" + strings.Repeat("x", n) + "',1?2" + strings.Repeat(" ", n%50)
		for _, last := range []driver.Value{when, "", "''", []byte("''"), int64(math.MinInt64)} {
			args := []driver.Value{"'", last}
			exactly(t, fmt.Sprintf("%d bytes and %v", n, last), 1, func() error {
				_, err := sqltext.String(query, args, sqltext.Options{})
				return err
			})
		}
	}
}

// exactly wants as many allocations of each call. The runtime now and then allocates for
// itself meanwhile, which does not happen three times in a row.
func exactly(t *testing.T, what string, want float64, f func() error) {
	t.Helper()
	var err error
	n := 0.0
	for range 3 {
		if n = testing.AllocsPerRun(1, func() {
			for range 100 {
				if e := f(); e != nil {
					err = e
				}
			}
		}); n == 100*want {
			break
		}
	}
	if n != 100*want || err != nil {
		t.Errorf("%s: %v allocations in 100 calls, want %v; %v", what, n, 100*want, err)
	}
}

// TestStringIsAppend compares the two over the length at which String changes
// its way.
func TestStringIsAppend(t *testing.T) {
	for n := 0; n < 2000; n += 37 {
		args := row(strings.Repeat("'", n))
		text, err1 := sqltext.String(insert, args, sqltext.Options{})
		buf, err2 := sqltext.Append(nil, insert, args, sqltext.Options{})
		if text != string(buf) || err1 != nil || err2 != nil {
			t.Fatalf("%d quotes:\n%s %v\n%s %v", n, text, err1, buf, err2)
		}
	}
}

var sink int

func BenchmarkAppend(b *testing.B) {
	args, buf := row("it's a \"new\" day"), make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		out, err := sqltext.Append(buf, insert, args, sqltext.Options{})
		if err != nil {
			b.Fatal(err)
		}
		sink += len(out)
	}
}

func BenchmarkString(b *testing.B) {
	args := row("it's a \"new\" day")
	b.ReportAllocs()
	for b.Loop() {
		out, err := sqltext.String(insert, args, sqltext.Options{})
		if err != nil {
			b.Fatal(err)
		}
		sink += len(out)
	}
}

// BenchmarkStandard is what one writes with package fmt. It quotes for Go, which
// is not right for SQL, and is here for its cost only.
func BenchmarkStandard(b *testing.B) {
	args := row("it's a \"new\" day")
	format := strings.ReplaceAll(insert, "?", "%q")
	b.ReportAllocs()
	for b.Loop() {
		sink += len(fmt.Sprintf(format, args[0], args[1], args[2], args[3], args[4], args[5],
			args[6], args[7]))
	}
}
