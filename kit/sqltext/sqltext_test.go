package sqltext_test

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/sqltext"
)

var when = time.Date(2026, 11, 21, 3, 4, 5, 60_000_400, time.UTC)

func ExampleAppend() {
	args := []driver.Value{int64(7), "it's", nil}
	buf := make([]byte, 0, 256) // kept from statement to statement
	buf, err := sqltext.Append(buf, "UPDATE t SET a = ?, b = ? WHERE c <=> ? -- why?", args,
		sqltext.Options{})
	fmt.Printf("%s %v\n", buf, err)
	// Output: UPDATE t SET a = 7, b = 'it\'s' WHERE c <=> NULL -- why? <nil>
}

func ExampleString() {
	args := []driver.Value{`C:\`, []byte("\x00'")}
	opt := sqltext.Options{NoBackslashEscapes: true}
	text, err := sqltext.String("SELECT ?, ?", args, opt)
	fmt.Printf("%q %v\n", text, err)
	_, err = sqltext.String("SELECT ?,?,?", args, opt)
	fmt.Println(err)
	// Output:
	// "SELECT 'C:\\', _binary'\x00'''" <nil>
	// sqltext: 3 placeholders and 2 arguments: placeholder 3, at byte 11 of the query, has none
}

// TestValues has each kind of value in both modes.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		value          driver.Value
		want, standard string // standard is for NO_BACKSLASH_ESCAPES, if it differs
	}{
		{nil, "NULL", ""},
		{int64(0), "0", ""},
		{int64(math.MinInt64), "-9223372036854775808", ""},
		{uint64(math.MaxUint64), "18446744073709551615", ""},
		{1.5, "1.5e+00", ""},
		{math.Copysign(0, -1), "-0e+00", ""},
		{math.SmallestNonzeroFloat64, "5e-324", ""},
		{-math.MaxFloat64, "-1.7976931348623157e+308", ""},
		{true, "1", ""},
		{false, "0", ""},
		{"", "''", ""},
		{"plain", "'plain'", ""},
		{"it's", `'it\'s'`, `'it''s'`},
		{`"\`, `'\"\\'`, `'"\'`},
		{"\x00\n\r\x1a\t", `'\0\n\r\Z` + "\t'", "'\x00\n\r\x1a\t'"},
		{"日本", "'日本'", ""},
		{[]byte(nil), "NULL", ""},
		{[]byte{}, "_binary''", ""},
		{[]byte("a'\xff"), "_binary'a\\'\xff'", "_binary'a''\xff'"},
		{json.RawMessage(nil), "NULL", ""},
		{json.RawMessage(`{"a":"b\n"}`), `'{\"a\":\"b\\n\"}'`, `'{"a":"b\n"}'`},
		{when, "'2026-11-21 03:04:05.06'", ""},
		{when.Add(500), "'2026-11-21 03:04:05.060001'", ""},
		{when.Truncate(time.Second), "'2026-11-21 03:04:05'", ""},
		{when.Truncate(24 * time.Hour), "'2026-11-21'", ""},
		{when.Truncate(24 * time.Hour).Add(-1), "'2026-11-21'", ""},
		{time.Time{}, "'0000-00-00'", ""},
		{when.In(time.FixedZone("", 3600)), "'2026-11-21 03:04:05.06'", ""},
	} {
		for _, mode := range []bool{false, true} {
			want := c.want
			if mode && c.standard != "" {
				want = c.standard
			}
			got, err := sqltext.String("?", []driver.Value{c.value},
				sqltext.Options{NoBackslashEscapes: mode})
			if err != nil || got != want {
				t.Errorf("%#v, NO_BACKSLASH_ESCAPES %v: got %s, %v; want %s", c.value, mode, got,
					err, want)
			}
		}
	}
}

func TestLocation(t *testing.T) {
	opt := sqltext.Options{Location: time.FixedZone("", 7*3600)}
	got, err := sqltext.String("?", []driver.Value{when}, opt)
	if want := "'2026-11-21 10:04:05.06'"; got != want || err != nil {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// TestRefused has values without a literal. Each must be named by its number.
func TestRefused(t *testing.T) {
	year := func(y int) time.Time { return time.Date(y, 12, 31, 23, 59, 59, 999_999_999, time.UTC) }
	for _, v := range []driver.Value{math.NaN(), math.Inf(1), math.Inf(-1), 1, "x"[0],
		struct{}{}, year(9999), year(-1), year(0).AddDate(0, -1, 0)} {
		dst := []byte("kept")
		args := []driver.Value{int64(1), v}
		got, err := sqltext.Append(dst, "SELECT ?, ?", args, sqltext.Options{})
		var e *sqltext.ValueError
		if !errors.As(err, &e) || e.Index != 1 || !strings.Contains(err.Error(), "argument 2 is ") {
			t.Errorf("%#v: the error is %v", v, err)
		}
		if string(got) != "kept" {
			t.Errorf("%#v: %q was returned with the error", v, got)
		}
	}
}

func TestCollations(t *testing.T) {
	for _, name := range []string{"big5", "big5_chinese_ci", "cp932_bin", "gbk_chinese_nopad_ci",
		"GB18030_unicode_520_ci", "sjis"} {
		_, err := sqltext.String("?", []driver.Value{"x"}, sqltext.Options{Collation: name})
		if !errors.Is(err, sqltext.ErrCollation) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "utf8mb4_uca1400_ai_ci", "latin1", "binary", "gb2312_bin",
		"big5ish"} {
		opt := sqltext.Options{Collation: name}
		if _, err := sqltext.String("?", []driver.Value{"x"}, opt); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPacket has statements on both sides of the limit.
func TestPacket(t *testing.T) {
	args := []driver.Value{strings.Repeat("x", 100), "'"}
	const length = len("SELECT ,") + 102 + 4
	for limit := length; limit < length+10; limit++ {
		opt := sqltext.Options{MaxPacket: limit}
		got, err := sqltext.String("SELECT ?,?", args, opt)
		if fits := limit >= length+4; (err == nil) != fits {
			t.Errorf("%d bytes with a limit of %d: %v", len(got), limit, err)
		}
		if err != nil && !errors.Is(err, sqltext.ErrPacket) {
			t.Errorf("limit %d: the error is %v", limit, err)
		}
	}
	dst, err := sqltext.Append([]byte("kept"), "SELECT ?", args[:1], sqltext.Options{MaxPacket: 50})
	if string(dst) != "kept" || !errors.Is(err, sqltext.ErrPacket) {
		t.Errorf("an argument beyond the limit: %q, %v", dst, err)
	}
}
