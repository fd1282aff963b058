package interpolate

import (
	"database/sql/driver"
	"math"
	"testing"
	"time"
)

var when = time.Date(2026, 11, 21, 3, 4, 5, 60_000_000, time.UTC)

func TestInterpolate(t *testing.T) {
	for _, c := range []struct {
		query string
		args  []driver.Value
		want  string
	}{
		{"SELECT 1", nil, "SELECT 1"},
		{"?", []driver.Value{nil}, "NULL"},
		{"a=? AND b=?", []driver.Value{int64(-7), true}, "a=-7 AND b=1"},
		{"? ?", []driver.Value{false, 1.5}, "0 1.5"},
		{"?", []driver.Value{1e21}, "1e+21"},
		{"?", []driver.Value{math.Inf(1)}, "+Inf"},
		{"?;", []driver.Value{"it's \"new\"\n\\"}, `'it\'s \"new\"\n\\';`},
		{"?", []driver.Value{[]byte("a\x00\x1a\r")}, `_binary'a\0\Z\r'`},
		{"?", []driver.Value{when}, "'2026-11-21 03:04:05.06'"},
		{"?", []driver.Value{time.Time{}}, "'0000-00-00'"},
	} {
		got, err := Interpolate(c.query, c.args)
		if err != nil || got != c.want {
			t.Errorf("Interpolate(%q, %v) = %q, %v; want %q", c.query, c.args, got, err, c.want)
		}
	}
}

func TestInterpolateErrors(t *testing.T) {
	for _, args := range [][]driver.Value{nil, {int64(1), int64(2)}} {
		if got, err := Interpolate("?", args); err != ErrCount || got != "" {
			t.Errorf("%d values for one placeholder: %q, %v", len(args), got, err)
		}
	}
	const want = "interpolate: cannot write a complex128"
	if got, err := Interpolate("?", []driver.Value{1i}); err == nil || err.Error() != want {
		t.Errorf("got %q, %v; want the error %q", got, err, want)
	}
}

func BenchmarkInterpolate(b *testing.B) {
	const query = "INSERT INTO posts (user, text, mime, score, hidden, at) " +
		"VALUES (?, ?, ?, ?, ?, ?)"
	args := []driver.Value{int64(421), "it's a \"new\" day", []byte("image/png"), 4.75, false, when}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Interpolate(query, args); err != nil {
			b.Fatal(err)
		}
	}
}
