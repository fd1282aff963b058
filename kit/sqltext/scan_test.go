package sqltext_test

import (
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/sqltext"
)

// ones returns n arguments that are written as 1.
func ones(n int) []driver.Value {
	args := make([]driver.Value, n)
	for i := range args {
		args[i] = int64(1)
	}
	return args
}

// In a query below, @ is a placeholder and ? is not; the result is the query
// with 1 for @.
func TestPlaceholders(t *testing.T) {
	ansi := sqltext.Options{ANSIQuotes: true}
	standard := sqltext.Options{NoBackslashEscapes: true}
	for _, c := range []struct {
		why   string
		query string
		opt   sqltext.Options
	}{
		{"nothing", "", ansi},
		{"none", "SELECT 1", ansi},
		{"alone", "@", ansi},
		{"both ends", "@ + @", ansi},
		{"in a list", "IN (@,@,@)", ansi},
		{"string", "'?' = @", sqltext.Options{}},
		{"two quotes", "'it''s ?', @", sqltext.Options{}},
		{"backslash", `'it\'s ?', @`, sqltext.Options{}},
		{"backslash at the end", `'\\', @`, sqltext.Options{}},
		{"no escape", `'\', @, '?'`, standard},
		{"double quotes", `"it's ?", @`, sqltext.Options{}},
		{"double quotes with backslash", `"\"?", @`, sqltext.Options{}},
		{"identifier with backslash", `"\", @, "?"`, ansi},
		{"backquotes", "`it's ?`, @", sqltext.Options{}},
		{"backquotes with backslash", "`\\`, @, `?`", sqltext.Options{}},
		{"doubled backquotes", "`a``?`, @", sqltext.Options{}},
		{"hash", "@ # ? it's\n, @", sqltext.Options{}},
		{"hash to the end", "@ # ?", sqltext.Options{}},
		{"dashes", "@ -- ? it's\n, @", sqltext.Options{}},
		{"dashes and a tab", "@ --\t?", sqltext.Options{}},
		{"dashes and a line", "@ --\n, @", sqltext.Options{}},
		{"dashes at the end", "@ --", sqltext.Options{}},
		{"minus minus", "5--@ ", sqltext.Options{}},
		{"one dash at the end", "@ -", sqltext.Options{}},
		{"comment", "/* it's ? */ @", sqltext.Options{}},
		{"empty comment", "/**/ @", sqltext.Options{}},
		{"not closed by its opening", "/*/ ? */ @", sqltext.Options{}},
		{"many stars", "/*** ? ***/ @", sqltext.Options{}},
		{"not nested", "/* /* ? */ @", sqltext.Options{}},
		{"hint", "SELECT /*+ MAX_EXECUTION_TIME(1) ? */ @", sqltext.Options{}},
		{"harmless for any version", "SELECT /*!40001 SQL_NO_CACHE */ @", sqltext.Options{}},
		{"division", "@ / @", sqltext.Options{}},
		{"string not closed", "@, 'a ?", sqltext.Options{}},
		{"string ends in backslash", `@, 'a ?\`, sqltext.Options{}},
		{"comment not closed", "@ /* ?", sqltext.Options{}},
		{"long characters", "'日本?' = @", sqltext.Options{}},
	} {
		query, args := strings.ReplaceAll(c.query, "@", "?"), ones(strings.Count(c.query, "@"))
		got, err := sqltext.String(query, args, c.opt)
		want := strings.ReplaceAll(c.query, "@", "1")
		want = strings.ReplaceAll(want, "--1", "-- 1") // kept apart, see below
		if err != nil || got != want {
			t.Errorf("%s: %s\n got %s, %v\nwant %s", c.why, query, got, err, want)
		}
	}
}

// TestApart has placeholders that touch something with which their literal
// would become one token.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		query string
		value driver.Value
		want  string
	}{
		{"AND?", int64(1), "AND 1"},
		{"?AND", int64(1), "1 AND"},
		{"-?", int64(-1), "- -1"},
		{"-?-1", int64(-1), "- -1 -1"},
		{"'a'?", "b", "'a' 'b'"},
		{"?'a'", "b", "'b' 'a'"},
		{`?"a"`, "b", `'b' "a"`},
		{"x?", "41", "x '41'"},
		{"N?", "41", "N '41'"},
		{"?e5", int64(1), "1 e5"},
		{"?.5", int64(1), "1 .5"},
		{"1?", int64(1), "1 1"},
		{"@?", "a", "@ 'a'"},
		{"ü?", int64(1), "ü 1"},
		{"(?)", int64(1), "(1)"},
		{"a=?,", int64(1), "a=1,"},
	} {
		got, err := sqltext.String(c.query, []driver.Value{c.value}, sqltext.Options{})
		if err != nil || got != c.want {
			t.Errorf("%s: got %s, %v; want %s", c.query, got, err, c.want)
		}
	}
	got, err := sqltext.String("??", []driver.Value{"a", "b"}, sqltext.Options{})
	if want := "'a' 'b'"; got != want || err != nil {
		t.Errorf("??: got %s, %v; want %s", got, err, want)
	}
}

// TestExecutableComments refuses what means one thing to some servers and
// another to others.
func TestExecutableComments(t *testing.T) {
	for _, query := range []string{"/*! ? */", "/*!99999 it's */ ?", "/*M! \" */ ?", "/*! ` */ ?",
		"/*! -- */ ?", "/*! # */ ?", "/*! /* */ ?", "? /*! not closed"} {
		got, err := sqltext.String(query, ones(1), sqltext.Options{})
		if !errors.Is(err, sqltext.ErrComment) {
			t.Errorf("%s: got %s, %v; want ErrComment", query, got, err)
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		query string
		args  int
		want  string
	}{
		{"SELECT 1", 1, "0 placeholders and 1 argument: argument 1 has no placeholder"},
		{"?, ?", 4, "2 placeholders and 4 arguments: argument 3 has no placeholder"},
		{"?", 0, "1 placeholder and 0 arguments: " +
			"placeholder 1, at byte 0 of the query, has none"},
		{"?, '?', ? -- ?\n, ?", 1, "3 placeholders and 1 argument: " +
			"placeholder 2, at byte 8 of the query, has none"},
		{"'?' # it's", 1, "0 placeholders and 1 argument: argument 1 has no placeholder"},
	} {
		dst, err := sqltext.Append([]byte("kept"), c.query, ones(c.args), sqltext.Options{})
		var e *sqltext.CountError
		if !errors.As(err, &e) || err.Error() != "sqltext: "+c.want || string(dst) != "kept" {
			t.Errorf("%s with %d: %q, %v", c.query, c.args, dst, err)
		}
	}
	_, err := sqltext.String("? /*! ? */", nil, sqltext.Options{})
	if !errors.Is(err, sqltext.ErrComment) {
		t.Errorf("a count that depends on the server: %v", err)
	}
}
