package build

import (
	"strings"
	"testing"

	"github.com/wring-go/wring/verify"
)

const shown = `//go:build !special

package p

import (
	"fmt"
	"io"

	yaml "example.com/yaml.v3"
)

// T is known.
type T struct{ n int }

const (
	one = iota
	two
)

var Known = first()

var w io.Writer

func first() int { return fmt.Sprint(yaml.X) }

func (t *T) Known() (n int) { return t.n }
`

func TestShows(t *testing.T) {
	for _, c := range []struct {
		what, old, now string
		want           bool
	}{
		{"nothing", "", "", false},
		{"a body", "return t.n }", "return t.n + 1 }", false},
		{"a new name", "func first", "var second = 2\n\nfunc third() {}\n\nfunc first", false},
		{"a comment", "// T is known.", "// T has no comment.", false},
		{"an import that only bodies use", "\"fmt\"", "\"slices\"", false},
		{"another name for an import that only bodies use", "\tyaml ", "\tyml ", false},
		{"an exported name", "func first", "func Third() {}\n\nfunc first", true},
		{"a method", "func first", "func (t T) String() string { panic(t) }\n\nfunc first", true},
		{"a field", "n int }\n\nconst", "n int; m []int }\n\nconst", true},
		{"the type of a variable, by a function", "first() int", "first() string", true},
		{"a constant by its place", "one = iota", "zero = iota\n\tone", true},
		{"the name of a result", "(n int)", "(m int)", true},
		{"a name less", "var w io.Writer\n", "", true},
		{"an import of a type", "\"io\"", "\"example/io\"", true},
		{"an import by a path that does not tell", "\"fmt\"", "\"math/rand/v2\"", true},
		{"a constraint", "!special", "special", true},
		{"a linked name", "func first", "//go:linkname first other\nfunc first", true},
		{"what is no Go", "package p", "package", true},
	} {
		now := shown
		if c.old != "" {
			before, after, ok := strings.Cut(shown, c.old)
			if !ok {
				t.Fatalf("%s: %q is not there", c.what, c.old)
			}
			now = before + c.now + after
		}
		b := &builder{change: verify.Change{
			Old: map[string][]byte{"/m/p.go": []byte(shown)},
			New: map[string][]byte{"/m/p.go": []byte(now),
				"/m/p_test.go": []byte("package p; type U int")},
		}}
		if got := b.shows(); got != c.want {
			t.Errorf("%s: shows %t, want %t", c.what, got, c.want)
		}
	}
}
