package differential

import (
	"go/ast"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

// TestVersions tells versions of a function apart by itself and by what it names, directly or
// not, and not by the rest of what changes.
func TestVersions(t *testing.T) {
	decl := func(body string) reach.Decl { return reach.Decl{Body: body, Func: &ast.FuncDecl{}} }
	pkg := func(of ...string) *reach.Package {
		p := &reach.Package{Old: map[string]reach.Decl{"T.F": decl("g()"), "g": decl("h()"),
			"h": decl("1"), "other": decl("1")}, New: map[string]reach.Decl{}}
		for i, name := range []string{"T.F", "g", "h", "other"} {
			p.New[name] = decl(of[i])
		}
		return p
	}
	first := versions(pkg("g() // 2", "h() // 2", "2", "2"), "(*T).F")
	for _, test := range []struct {
		name string
		p    *reach.Package
		same bool
	}{
		{"the same", pkg("g() // 2", "h() // 2", "2", "2"), true},
		{"another one changes", pkg("g() // 2", "h() // 2", "2", "3"), true},
		{"another one no longer does", pkg("g() // 2", "h() // 2", "2", "1"), true},
		{"itself", pkg("g() // 3", "h() // 2", "2", "2"), false},
		{"what it names", pkg("g() // 2", "h() // 3", "2", "2"), false},
		{"what that names", pkg("g() // 2", "h() // 2", "3", "2"), false},
	} {
		if got := versions(test.p, "(*T).F"); first == "" || (got == first) != test.same {
			t.Errorf("%s: the same %t, want %t", test.name, got == first, test.same)
		}
	}
	if got := versions(pkg("", "", "", ""), "(*T[K]).F"); got != "" {
		t.Errorf("%q for a function that is not found", got)
	}
}

// TestEarlier keeps what stays, and not what may be found out later.
func TestEarlier(t *testing.T) {
	e := &earlier{}
	e.note("accepted", alloc.Verdict{Outcome: alloc.Accepted})
	e.note("rejected", alloc.Verdict{Outcome: alloc.Rejected})
	e.note("late", verify.OutOfTime(judge, "compared"))
	e.note("", alloc.Verdict{Outcome: alloc.Accepted})
	for key, want := range map[string]bool{"accepted": true, "rejected": false, "late": false,
		"": false, "none": false} {
		if _, ok := e.find(key); ok != want {
			t.Errorf("%q: found %t", key, ok)
		}
	}
}
