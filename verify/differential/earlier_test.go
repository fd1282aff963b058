package differential

import (
	"go/ast"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/reach"
)

// TestEarlier finds the verdict on a function again while it is the same, and all that differs
// and that it names, directly or not, differed then; what may be found out later is not kept.
func TestEarlier(t *testing.T) {
	decl := func(body string) reach.Decl { return reach.Decl{Body: body, Func: &ast.FuncDecl{}} }
	pkg := func(of ...string) *reach.Package {
		p := &reach.Package{Path: "p", Old: map[string]reach.Decl{"T.F": decl("g()"),
			"g": decl("h()"), "h": decl("1"), "other": decl("1")}, New: map[string]reach.Decl{}}
		for i, name := range []string{"T.F", "g", "h", "other"} {
			p.New[name] = decl(of[i])
		}
		return p
	}
	then := pkg("g() // 2", "h() // 2", "2", "2")
	accepted := alloc.Verdict{Outcome: alloc.Accepted}
	for _, test := range []struct {
		name string
		now  *reach.Package
		then alloc.Verdict
		same bool
	}{
		{"the same", then, accepted, true},
		{"unknown", then, unknown("it panicked"), true},
		{"rejected", then, alloc.Verdict{Outcome: alloc.Rejected}, false},
		{"late", then, verify.OutOfTime(judge, "compared"), false},
		{"another one changes", pkg("g() // 2", "h() // 2", "2", "3"), accepted, true},
		{"another one no longer does", pkg("g() // 2", "h() // 2", "2", "1"), accepted, true},
		{"what it names no longer does", pkg("g() // 2", "h() // 2", "1", "2"), accepted, true},
		{"itself", pkg("g() // 3", "h() // 2", "2", "2"), accepted, false},
		{"it no longer changes", pkg("g()", "h() // 2", "2", "2"), accepted, false},
		{"what it names", pkg("g() // 2", "h() // 3", "2", "2"), accepted, false},
		{"what that names", pkg("g() // 2", "h() // 2", "3", "2"), accepted, false},
	} {
		e := &earlier{}
		e.note(then, "(*T).F", test.then)
		v, same := e.find(test.now, "(*T).F")
		if same != test.same || same && v.Outcome != test.then.Outcome {
			t.Errorf("%s: found %t (%v), want %t", test.name, same, v.Outcome, test.same)
		}
	}
	less := pkg("g() // 2", "h() // 2", "1", "2")
	e := &earlier{}
	e.note(less, "(*T).F", accepted)
	if _, ok := e.find(then, "(*T).F"); ok {
		t.Error("found, though more differs now")
	}
	if _, ok := e.find(pkg("", "", "", ""), "(*T[K]).F"); ok {
		t.Error("found, though it is not declared")
	}
}
