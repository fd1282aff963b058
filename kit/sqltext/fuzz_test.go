package sqltext_test

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/sqltext"
)

// unquote reads the string literal at the beginning of s as MySQL's manual says,
// and returns its value and what follows it.
func unquote(s string, escapes bool) (value, rest string, err error) {
	if s == "" || s[0] != '\'' {
		return "", "", fmt.Errorf("no quote at %q", s)
	}
	var out strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && escapes && i+1 < len(s):
			i++
			if n := strings.IndexByte("0nrZ'\"\\", s[i]); n >= 0 {
				out.WriteByte("\x00\n\r\x1a'\"\\"[n])
				continue
			}
			return "", "", fmt.Errorf("a needless escape: %q", s[i])
		case s[i] != '\'':
			out.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == '\'':
			out.WriteByte('\'')
			i++
		default:
			return out.String(), s[i+1:], nil
		}
	}
	return "", "", errors.New("the literal does not end")
}

// FuzzBreakOut puts arbitrary text into a statement and reads it back. Nothing
// may be left over, and nothing may be changed.
func FuzzBreakOut(f *testing.F) {
	for _, s := range []string{"", "'", `\`, `\'`, "''", "'; DROP TABLE t; -- ", "\x00\n\r\x1a\"",
		"\xbf'", "?", "*/", "日本", strings.Repeat(`'\`, 1000)} {
		f.Add(s, "x", false)
		f.Add("x", s, true)
	}
	f.Fuzz(func(t *testing.T, a, b string, standard bool) {
		opt := sqltext.Options{NoBackslashEscapes: standard}
		args := []driver.Value{a, []byte(b), json.RawMessage(a)}
		got, err := sqltext.String("SELECT ?, ?, ? FROM t", args, opt)
		if err != nil {
			t.Fatal(err)
		}
		rest, ok := strings.CutPrefix(got, "SELECT ")
		for i, want := range []string{a, b, a} {
			rest = strings.TrimPrefix(rest, []string{"", ", _binary", ", "}[i])
			var value string
			if value, rest, err = unquote(rest, !standard); err != nil || value != want {
				t.Fatalf("%q: literal %d is %q, %v; want %q", got, i, value, err, want)
			}
		}
		if !ok || rest != " FROM t" {
			t.Fatalf("%q: left over: %q", got, rest)
		}
	})
}

// FuzzNumbers reads numbers back.
func FuzzNumbers(f *testing.F) {
	f.Add(int64(math.MinInt64), uint64(math.MaxUint64), 0.1, int64(0), int64(0))
	f.Add(int64(0), uint64(0), math.Copysign(0, -1), int64(1e9), int64(499))
	f.Fuzz(func(t *testing.T, i int64, u uint64, x float64, seconds, nsec int64) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Skip()
		}
		when := time.Unix(seconds%200_000_000_000, nsec%1e9).UTC()
		if when.Year() < 2 || when.Year() > 9998 {
			t.Skip()
		}
		got, err := sqltext.String("?|?|?|?", []driver.Value{i, u, x, when}, sqltext.Options{})
		parts := strings.Split(got, "|")
		if err != nil || len(parts) != 4 {
			t.Fatalf("%q, %v", got, err)
		}
		if v, err := strconv.ParseInt(parts[0], 10, 64); v != i || err != nil {
			t.Errorf("%s is not %d", parts[0], i)
		}
		if v, err := strconv.ParseUint(parts[1], 10, 64); v != u || err != nil {
			t.Errorf("%s is not %d", parts[1], u)
		}
		v, err := strconv.ParseFloat(parts[2], 64)
		if math.Float64bits(v) != math.Float64bits(x) || err != nil {
			t.Errorf("%s is not %g", parts[2], x)
		}
		layout := "'2006-01-02 15:04:05.999999'"
		if len(parts[3]) == len("'2006-01-02'") {
			layout = "'2006-01-02'"
		}
		back, err := time.Parse(layout, parts[3])
		if want := when.Round(time.Microsecond); !back.Equal(want) || err != nil {
			t.Errorf("%s is not %v", parts[3], want)
		}
	})
}

// state is a slow scanner: it looks at one byte at a time and knows only where
// it is, as servers do.
type state struct {
	in      byte // 0, or ' " ` for quotes, # for a line, * for a comment
	skip    int  // bytes that are spoken for
	opt     sqltext.Options
	unclear bool // a comment that some servers run
}

// step looks at the first byte of s and reports whether it is a placeholder.
func (st *state) step(s string) bool {
	if st.skip > 0 {
		st.skip--
		return false
	}
	switch st.in {
	case '#':
		if s[0] == '\n' {
			st.in = 0
		}
	case '*':
		if strings.HasPrefix(s, "*/") {
			st.in, st.skip = 0, 1
		}
	case '\'', '"', '`':
		escapes := st.in == '\'' || st.in == '"' && !st.opt.ANSIQuotes
		if s[0] == '\\' && escapes && !st.opt.NoBackslashEscapes {
			st.skip = 1
		} else if s[0] == st.in {
			st.in = 0
		}
	default:
		st.open(s)
		return s[0] == '?'
	}
	return false
}

func (st *state) open(s string) {
	switch {
	case strings.HasPrefix(s, "/*"):
		st.in, st.skip = '*', 1
		st.unclear = st.unclear || strings.HasPrefix(s, "/*!") || strings.HasPrefix(s, "/*M!")
	case strings.IndexByte("'\"`#", s[0]) >= 0:
		st.in = s[0]
	case s == "--" || strings.HasPrefix(s, "--") && (s[2] <= ' ' || s[2] == 0x7f):
		st.in = '#'
	}
}

// FuzzPlaceholders compares with the slow scanner.
func FuzzPlaceholders(f *testing.F) {
	for _, s := range []string{"", "?", "'?', ?", "-- ?\n?", "--?", "/* ? */ ?", "/*/?*/?",
		`'\'?', ?`,
		"`?`?", "\"?\"?", "#?\n?", "? -", "? /", "a?b", "/*!?*/"} {
		f.Add(s, false, false)
		f.Add(s, true, true)
	}
	f.Fuzz(func(t *testing.T, query string, standard, ansi bool) {
		st := state{opt: sqltext.Options{NoBackslashEscapes: standard, ANSIQuotes: ansi}}
		want, last := "", 0
		n := 0
		for i := range len(query) {
			if st.step(query[i:]) {
				want += query[last:i] + "1"
				last = i + 1
				n++
			}
		}
		want += query[last:]
		got, err := sqltext.String(query, ones(n), st.opt)
		if st.unclear && errors.Is(err, sqltext.ErrComment) {
			return
		}
		// Spaces keep tokens apart and change nothing else.
		if err != nil || strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q\n got %q, %v\nwant %q", query, got, err, want)
		}
		if _, err := sqltext.String(query, ones(n+1), st.opt); err == nil {
			t.Errorf("%q: one argument too many was taken", query)
		}
	})
}
