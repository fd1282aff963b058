package appendfmt_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/wring-go/wring/kit/appendfmt"
)

// TestWritten has the text itself for one string of each kind of trouble, so
// that an error which the standard way shares would be seen.
func TestWritten(t *testing.T) {
	const text = "a'b\"c\\d\n<&>é\x00 `"
	for name, want := range map[string]string{
		"SQL":         `'a\'b\"c\\d\n<&>é\0 ` + "`'",
		"SQLStandard": "'a''b\"c\\d\n<&>é\x00 `'",
		"SQLName":     "`a'b\"c\\d\n<&>é\x00 ```",
		"JSON":        `"a'b\"c\\d\n\u003c\u0026\u003eé\u0000 ` + "`\"",
		"HTML":        "a&#39;b&#34;c\\d\n&lt;&amp;&gt;é\x00 `",
		"URLQuery":    "a%27b%22c%5Cd%0A%3C%26%3E%C3%A9%00+%60",
		"URLPath":     "a%27b%22c%5Cd%0A%3C&%3E%C3%A9%00%20%60",
		"Logfmt":      `"a'b\"c\\d\n<&>é\x00 ` + "`\"",
		"GoString":    `"a'b\"c\\d\n<&>é\x00 ` + "`\"",
		"Hex":         "6127622263" + "5c640a3c263ec3a90020" + "60",
		"Shell":       "'a'\\''b\"c\\d\n<&>é\x00 `'",
	} {
		for _, q := range quoters {
			if got := string(q.text(nil, text)); q.name == name && got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
}

// TestEveryByte quotes each byte alone, twice, and between letters.
func TestEveryByte(t *testing.T) {
	for _, q := range quoters {
		for c := range 256 {
			s := string([]byte{byte(c)})
			q.check(t, s)
			q.check(t, s+s)
			q.check(t, "eight letters before "+s+" and after")
		}
	}
}

// TestEveryPlace moves a special byte through text that is read eight bytes at
// a time.
func TestEveryPlace(t *testing.T) {
	for _, q := range quoters {
		for length := range 20 {
			plain := strings.Repeat("x", length)
			for i := range length + 1 {
				for _, special := range []string{"'", "\t", "\x80", "é"} {
					q.check(t, plain[:i]+special+plain[i:])
				}
			}
		}
	}
}

// TestNamedTypes calls with types that are strings and bytes underneath.
func TestNamedTypes(t *testing.T) {
	type name string
	type raw []byte
	check(t, "name", appendfmt.SQL(nil, name("it's")), `'it\'s'`)
	check(t, "raw", appendfmt.SQL(nil, raw("it's")), `'it\'s'`)
	check(t, "json.RawMessage", appendfmt.SQL(nil, json.RawMessage(`{}`)), `'{}'`)
	check(t, "separator", appendfmt.Thousands(nil, 1e6, name("_")), "1_000_000")
}

// FuzzReadBack has what can be read read back.
func FuzzReadBack(f *testing.F) {
	for _, s := range hard {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		err := json.Unmarshal(appendfmt.JSON(nil, s), &back)
		if want := strings.ToValidUTF8(s, ""); err != nil || utf8.ValidString(s) && back != want {
			t.Errorf("JSON: %q came back as %q, %v", s, back, err)
		}
		raw, err := hex.DecodeString(string(appendfmt.Hex(nil, s)))
		if string(raw) != s || err != nil {
			t.Errorf("Hex: %q came back as %q, %v", s, raw, err)
		}
		u, err := url.Parse("http://h/" + string(appendfmt.URLPath(nil, s)) + "?q=" +
			string(appendfmt.URLQuery(nil, s)))
		if err != nil || u.Query().Get("q") != s || u.Path != "/"+s {
			t.Errorf("URL: %q came back as %v, %v", s, u, err)
		}
		if word := string(appendfmt.Logfmt(nil, s)); strings.HasPrefix(word, `"`) {
			if back, err := strconv.Unquote(word); back != s || err != nil {
				t.Errorf("Logfmt: %q came back as %q, %v", s, back, err)
			}
		} else if word != s || strings.ContainsAny(s, " =\"\n") {
			t.Errorf("Logfmt: %q is written %q", s, word)
		}
		if got := undump(t, appendfmt.HexDump(nil, s)); got != s {
			t.Errorf("HexDump: %q came back as %q", s, got)
		}
	})
}

// undump reads the hexadecimal columns of a dump.
func undump(t *testing.T, dump []byte) string {
	var out []byte
	for line := range bytes.Lines(dump) {
		if len(line) < 60 {
			t.Fatalf("a short line: %q", line)
		}
		for _, digits := range bytes.Fields(line[10:59]) {
			v, err := strconv.ParseUint(string(digits), 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, byte(v))
		}
	}
	return string(out)
}

// FuzzTimesReadBack parses what was written.
func FuzzTimesReadBack(f *testing.F) {
	f.Add(int64(1_774_083_907), int64(250_000_400), 7200)
	f.Add(int64(951_782_400), int64(0), -3600) // 29 February 2000
	f.Fuzz(func(t *testing.T, seconds, nsec int64, offset int) {
		offset = offset / 60 * 60 % (24 * 60 * 60) // whole minutes can be written
		when := time.Unix(seconds%1e11, nsec%1e9).In(time.FixedZone("", offset))
		if y := when.Year(); y < 1 || y > 9998 {
			t.Skip()
		}
		text := string(appendfmt.RFC3339(nil, when, appendfmt.Auto))
		if back, err := time.Parse(time.RFC3339Nano, text); !back.Equal(when) || err != nil {
			t.Errorf("RFC3339: %v came back as %v, %v", when, back, err)
		}
		text = string(appendfmt.HTTPDate(nil, when))
		back, err := http.ParseTime(text)
		if !back.Equal(time.Unix(when.Unix(), 0)) || err != nil {
			t.Errorf("HTTPDate: %v came back as %v, %v", when, back, err)
		}
		text = string(appendfmt.DateTime(nil, when.UTC(), 6))
		back, err = time.Parse("2006-01-02 15:04:05.000000", text)
		if want := when.Round(time.Microsecond); !back.Equal(want) || err != nil {
			t.Errorf("DateTime: %v came back as %v, %v", want, back, err)
		}
		d := time.Duration(seconds)*1000 + time.Duration(nsec)
		text = string(appendfmt.Duration(nil, d))
		if back, err := time.ParseDuration(text); back != d || err != nil {
			t.Errorf("Duration: %v came back as %v, %v", d, back, err)
		}
	})
}
