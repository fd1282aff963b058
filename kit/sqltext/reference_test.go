package sqltext_test

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/sqltext"
)

// reference is the standard way to the same statement, for a query without
// strings and comments: split, format, join.
func reference(query string, args []driver.Value, opt sqltext.Options) string {
	pieces := strings.Split(query, "?")
	text := pieces[0]
	for i, arg := range args {
		text += referenceLiteral(arg, opt) + pieces[i+1]
	}
	return text
}

func referenceLiteral(arg driver.Value, opt sqltext.Options) string {
	switch v := arg.(type) {
	case nil:
		return "NULL"
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	case float64:
		return strconv.FormatFloat(v, 'e', -1, 64)
	case string:
		return referenceQuote(v, opt)
	case json.RawMessage:
		return referenceQuote(string(v), opt)
	case []byte:
		return "_binary" + referenceQuote(string(v), opt)
	case time.Time:
		text := v.In(opt.Location).Round(time.Microsecond).Format("2006-01-02 15:04:05.999999")
		return "'" + strings.TrimSuffix(text, " 00:00:00") + "'"
	}
	return fmt.Sprint(arg)
}

func referenceQuote(s string, opt sqltext.Options) string {
	if opt.NoBackslashEscapes {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return "'" + strings.NewReplacer("\x00", `\0`, "\n", `\n`, "\r", `\r`, "\x1a", `\Z`, "'", `\'`,
		`"`, `\"`, `\`, `\\`).Replace(s) + "'"
}

// random returns an argument of any kind.
func random(r *rand.Rand) driver.Value {
	raw := make([]byte, r.IntN(40))
	for i := range raw {
		raw[i] = "'\"\\\x00\n\r\x1a\tab\xe3\x81\x82?-"[r.IntN(15)]
	}
	return []driver.Value{nil, r.Int64() - r.Int64(), r.Uint64(), r.NormFloat64(), r.IntN(2) == 0,
		string(raw), raw, json.RawMessage(raw),
		time.Unix(r.Int64N(1e10), r.Int64N(1e9)).UTC(),
		time.Unix(r.Int64N(1e5)*86400, r.Int64N(600)).UTC()}[r.IntN(10)]
}

// TestReference compares on random arguments, in all modes, into buffers of all
// lengths.
func TestReference(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		opt := sqltext.Options{NoBackslashEscapes: r.IntN(2) == 0, ANSIQuotes: r.IntN(2) == 0,
			Location: time.FixedZone("", r.IntN(24)*3600-12*3600)}
		args := make([]driver.Value, r.IntN(8))
		for i := range args {
			args[i] = random(r)
		}
		query := "CALL p(" + strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ") + ")"
		want := reference(query, args, opt)
		if got, err := sqltext.String(query, args, opt); got != want || err != nil {
			t.Fatalf("String(%q, %#v, %+v)\n got %q, %v\nwant %q", query, args, opt, got, err, want)
		}
		buf := append(make([]byte, 0, r.IntN(2*len(want))+6), "before"...)
		got, err := sqltext.Append(buf, query, args, opt)
		if string(got) != "before"+want || err != nil {
			t.Fatalf("Append(%q, %#v, %+v)\n got %q, %v\nwant %q", query, args, opt, got, err, want)
		}
	}
}

// TestManyPlaceholders has more than a prepared statement may have, which is
// 65,535.
func TestManyPlaceholders(t *testing.T) {
	const n = 100_000
	query := "IN (?" + strings.Repeat(",?", n-1) + ")"
	got, err := sqltext.String(query, ones(n), sqltext.Options{})
	if want := "IN (1" + strings.Repeat(",1", n-1) + ")"; got != want || err != nil {
		t.Errorf("got %d bytes, %v; want %d", len(got), err, len(want))
	}
	_, err = sqltext.String(query, ones(n-1), sqltext.Options{})
	var e *sqltext.CountError
	if !errors.As(err, &e) || e.Placeholders != n || e.Offset != len(query)-2 {
		t.Errorf("one argument too few: %v", err)
	}
}

// TestParallel uses the same query and arguments from many goroutines: nothing
// is kept, so nothing can be mixed up.
func TestParallel(t *testing.T) {
	args := row(strings.Repeat("it's ", 50))
	want, err := sqltext.String(insert, args, sqltext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 500 {
				got, err := sqltext.String(insert, args, sqltext.Options{})
				if got != want || err != nil {
					t.Errorf("got %q, %v", got, err)
					return
				}
			}
		})
	}
	all.Wait()
}

// TestArgumentsStay looks whether an argument was changed or is still referred
// to by the result.
func TestArgumentsStay(t *testing.T) {
	raw := []byte("it's \x00")
	got, err := sqltext.Append(nil, "?", []driver.Value{raw}, sqltext.Options{})
	if string(raw) != "it's \x00" || err != nil {
		t.Fatalf("the argument became %q, %v", raw, err)
	}
	raw[0] = 'X'
	if want := `_binary'it\'s \0'`; string(got) != want {
		t.Errorf("the statement became %q, want %q", got, want)
	}
}
