package interpolate

import (
	"database/sql/driver"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	after "github.com/wring-go/wring/casebook/interpolate/after"
	before "github.com/wring-go/wring/casebook/interpolate/before"
	fixed "github.com/wring-go/wring/casebook/interpolate/fixed"
)

// pieces are what hostile text is made of, and what is hard to write.
var pieces = []string{"'", `"`, `\`, "`", "''", `\'`, "\x00", "\n", "\r", "\x1a", "; ", "-- ", "#",
	"/*", "*/", "?", "%", "_", ")", "DROP TABLE canary", " OR 1=1", "plain", " ", "日本", "ü",
	"\xbf\x27", "\xbf\x5c", "\xff", "\xc3", "🦫", "0x27", "CHAR(39)", "\\u0027", "a", "1"}

// hostile returns text of some pieces. Text that is not UTF-8 is for bytes only,
// because a server refuses it in a string of utf8mb4.
func hostile(r *rand.Rand, valid bool) string {
	text := ""
	for range r.IntN(6) {
		text += pieces[r.IntN(len(pieces))]
	}
	for i := range len(text) {
		if valid && text[i] >= 0x80 {
			return string([]rune(text)) // replaces what is not UTF-8
		}
	}
	return text
}

// value returns an argument of any kind. No time is at midnight, where the naive
// version writes more than needed.
func value(r *rand.Rand) driver.Value {
	switch r.IntN(9) {
	case 0:
		return nil
	case 1:
		return int64(r.Uint64()) >> r.IntN(64)
	case 2:
		return r.Uint64() >> r.IntN(64)
	case 3:
		return float(r)
	case 4:
		return r.IntN(2) == 0
	case 5:
		return time.Unix(r.Int64N(4_000_000_000)*60+1, r.Int64N(1_000_000)*1000).UTC()
	case 6:
		return []byte(hostile(r, false))
	}
	return hostile(r, true)
}

// float returns a float64 that MySQL has too: it knows no numbers below the
// smallest normal one.
func float(r *rand.Rand) float64 {
	for {
		x := math.Float64frombits(r.Uint64())
		if r.IntN(2) == 0 {
			x = float64(r.IntN(100_000)) / 100
		}
		if abs := math.Abs(x); abs == 0 || abs >= 0x1p-1022 && abs <= math.MaxFloat64 {
			return x
		}
	}
}

func values(r *rand.Rand) []driver.Value {
	all := make([]driver.Value, 1+r.IntN(6))
	for i := range all {
		all[i] = value(r)
	}
	return all
}

// selectList returns SELECT ?, ?, ... with n placeholders.
func selectList(n int) string {
	text := "SELECT ?"
	for range n - 1 {
		text += ", ?"
	}
	return text
}

// TestSameAnswers compares the three versions.
func TestSameAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		args := values(r)
		query := selectList(len(args))
		want, err := before.Interpolate(query, args)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fixed.Interpolate(query, args); got != want || err != nil {
			t.Fatalf("fixed: %q, %v; want %q", got, err, want)
		}
		if got, err := after.Interpolate(query, args); got != want || err != nil {
			t.Fatalf("after: %q, %v; want %q", got, err, want)
		}
		got, err := after.Append([]byte("x"), query, args)
		if string(got) != "x"+want || err != nil {
			t.Fatalf("after: %q, %v; want %q", got, err, "x"+want)
		}
	}
}

// TestDriver compares the driver's own function with the others, so that the
// same work is measured. It writes numbers with a fraction as decimals.
func TestDriver(t *testing.T) {
	theirs, err := openDriver(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.close()
	args := arguments()
	args[1] = "not a float"
	want, err := after.Interpolate(query, args)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := theirs.interpolate(query, args); got != want || err != nil {
		t.Errorf("the driver makes %q, %v; want %q", got, err, want)
	}
}
