package appendfmt_test

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/appendfmt"
)

// TestLogfmtPlain says which values are written as they are.
func TestLogfmtPlain(t *testing.T) {
	for s, plain := range map[string]bool{
		"": false, "a": true, "a b": false, "a=b": false, `a"b`: false, `a\b`: true, "a\tb": false,
		"é": true, "日本": true, "\u00a0": false, "\u2003": false, "\u200b": false, "\ufffd": false,
		"\xff": false, "🦫": true, "-": true, "a,b": true, "{}": true, "'": true, "\x00": false,
		"/path?x&y": true, "50%": true,
	} {
		got := string(appendfmt.Logfmt(nil, s))
		if quoted := strings.HasPrefix(got, `"`); quoted == plain {
			t.Errorf("%q is written %s", s, got)
		}
	}
}

// TestShellPlain says which words are written as they are.
func TestShellPlain(t *testing.T) {
	for s, plain := range map[string]bool{
		"": false, "a": true, "a b": false, "a.txt": true, "/usr/bin": true, "a@b:c": true,
		"1,2": true, "50%": true, "a+b": true, "-rf": true, "~": false, "a~": false,
		"$x": false, "a*": false,
		"[a]": false, "{a}": false, "a;b": false, "a&b": false, "a|b": false, "<a": false,
		"!a": false,
		"#a": false, "a=b": false, "é": false, "\n": false, "\\": false, "`a`": false, "^": false,
	} {
		got := string(appendfmt.Shell(nil, s))
		if quoted := strings.HasPrefix(got, "'"); quoted == plain {
			t.Errorf("%q is written %s", s, got)
		}
	}
}
