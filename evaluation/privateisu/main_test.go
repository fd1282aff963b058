package main

import (
	"io"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/photos/looking"
)

// TestUsage has command lines that cannot be understood, and a folder without a
// service.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"a", "b"}, {"-for", "0s", "a"}, {"-users", "5", "a"},
		{"-clients", "0", "a"}, {"-x", "a"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}

// TestIndexOf reads the index that is advised first.
func TestIndexOf(t *testing.T) {
	first := looking.Conclusion{Text: "an index would serve: CREATE INDEX ... ON t (a, b)"}
	said := looking.Report{Conclusions: []looking.Conclusion{first, {Text: "another"}}}
	if got := indexOf(said); got != "CREATE INDEX advised ON t (a, b)" {
		t.Errorf("%q", got)
	}
	said.Conclusions[0].Text = "ask once for all"
	if got := indexOf(said) + indexOf(looking.Report{}); got != "" {
		t.Errorf("%q", got)
	}
	var out strings.Builder
	if err := write(&out, "as it is", seen{2, said}); err != nil ||
		!strings.Contains(out.String(), "2.0 answers a second") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestPasshash is the hash that openssl makes of a password.
func TestPasshash(t *testing.T) {
	if got := digest("abc"); !strings.HasPrefix(got, "ddaf35a193617aba") || len(got) != 128 {
		t.Errorf("%s", got)
	}
	if passhash(1) == passhash(2) {
		t.Error("two users have one hash")
	}
}
