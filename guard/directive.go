package guard

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Kind is what a directive asks for.
type Kind string

// The kinds.
const (
	Allocs    Kind = "allocs"    // at most N objects per operation
	Bytes     Kind = "bytes"     // at most N bytes per operation
	NoAlloc   Kind = "noalloc"   // no path through the function allocates
	Allow     Kind = "allow"     // objects of a cause at a line are not counted
	Unguarded Kind = "unguarded" // the benchmark is not checked
)

// Directive is a comment that begins with //wring:. [ParseDirective] fills in
// what the comment says, [Directives] also where it stands.
type Directive struct {
	Kind   Kind
	Most   Rate   // of Allocs and Bytes
	Cause  string // of Allow
	Reason string // of Allow and Unguarded; never empty there

	Package string // import path
	Pos     token.Position

	// Func is the function below the directive, as pprof prints it, and Decl
	// its declaration. Both are zero for an allowance that is about one line.
	Func string
	Decl *ast.FuncDecl
	// From and To are the lines that an allowance is about.
	From, To int
}

const directivePrefix = "//wring:"

// ParseDirective reads a comment. It reports false for an ordinary comment, and
// returns an error for one that is, or seems meant to be, a malformed
// directive.
func ParseDirective(comment string) (d Directive, ok bool, err error) {
	rest, ok := strings.CutPrefix(comment, directivePrefix)
	if !ok {
		return d, false, mistyped(comment)
	}
	name, args, _ := strings.Cut(rest, " ")
	words := strings.Fields(args)
	d.Kind = Kind(name)
	switch d.Kind {
	case Allocs, Bytes:
		if len(words) != 1 {
			return d, true, fmt.Errorf("wring:%s wants one amount, as in //wring:%s 3", name, name)
		}
		d.Most, err = ParseRate(words[0])
	case NoAlloc:
		if len(words) > 0 {
			err = errors.New("wring:noalloc takes nothing after it; what is allowed all the same " +
				"says //wring:allow on its line")
		}
	case Allow:
		if len(words) < 2 {
			return d, true, errors.New("wring:allow wants a cause and a reason, as in " +
				"//wring:allow sync-pool-miss the pool is emptied by collections")
		}
		d.Cause, d.Reason = words[0], strings.Join(words[1:], " ")
	case Unguarded:
		d.Reason = strings.Join(words, " ")
		if d.Reason == "" {
			err = errors.New("wring:unguarded wants a reason")
		}
	default:
		err = fmt.Errorf("unknown directive wring:%s; there are %s", name, kindNames())
	}
	return d, true, err
}

func kinds() []Kind { return []Kind{Allocs, Bytes, NoAlloc, Allow, Unguarded} }

func kindNames() string {
	var names []string
	for _, k := range kinds() {
		names = append(names, "wring:"+string(k))
	}
	return strings.Join(names, ", ")
}

// mistyped returns an error for a comment that looks like a directive but would
// be ignored because of a space or an upper-case letter.
func mistyped(comment string) error {
	text := strings.ToLower(strings.TrimLeft(strings.TrimLeft(comment, "/*"), " \t"))
	rest, ok := strings.CutPrefix(text, "wring:")
	if !ok {
		return nil
	}
	name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if !slices.Contains(kinds(), Kind(name)) {
		return nil
	}
	return fmt.Errorf("this comment is ignored: write the directive as %s%s, without a "+
		"space and in lower case", directivePrefix, name)
}
