package interpolate

import (
	"database/sql/driver"
	"testing"
	"time"
)

var when = time.Date(2026, 11, 21, 3, 4, 5, 807_015_000, time.UTC)

func TestInterpolate(t *testing.T) {
	for _, c := range []struct {
		query string
		args  []driver.Value
		want  string
	}{
		{"SELECT 1", nil, "SELECT 1"},
		{"?", []driver.Value{nil}, "NULL"},
		{"a=? AND b=?", []driver.Value{int64(-7), true}, "a=-7 AND b=1"},
		{"? ? ?", []driver.Value{false, 1.5, uint64(1 << 63)}, "0 1.5e+00 9223372036854775808"},
		{"?;", []driver.Value{"it's \"new\"\n\\"}, `'it\'s \"new\"\n\\';`},
		{"? ?", []driver.Value{[]byte("a\x00\x1a\r"), []byte(nil)}, `_binary'a\0\Z\r' NULL`},
		{"?", []driver.Value{when}, "'2026-11-21 03:04:05.807015'"},
		{"?", []driver.Value{time.Time{}}, "'0000-00-00'"},
	} {
		got, err := Interpolate(c.query, c.args)
		if err != nil || got != c.want {
			t.Errorf("Interpolate(%q, %v) = %q, %v; want %q", c.query, c.args, got, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, args := range [][]driver.Value{nil, {int64(1), int64(2)}, {1i}} {
		if got, err := Interpolate("?", args); err == nil || got != "" {
			t.Errorf("%v for one placeholder: %q, %v", args, got, err)
		}
	}
}

func BenchmarkInterpolate(b *testing.B) {
	const query = "SELECT ?, ?, ?, ?, ?, ?"
	args := []driver.Value{int64(42424242), 3.141592653589793, false, when,
		[]byte("bytes with special characters ' \" \a \x00"),
		"a string with special characters ' \" \a \x00"}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Interpolate(query, args); err != nil {
			b.Fatal(err)
		}
	}
}
