package differential

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// TestAttribute says of each candidate what the results of functions come to; ""
// of those among whom it is not clear who is at fault.
func TestAttribute(t *testing.T) {
	const yes, no, unknown = alloc.Accepted, alloc.Rejected, alloc.Unknown
	type results map[string]alloc.Outcome
	for _, test := range []struct {
		name      string
		funcs     []string // of the candidates; a ! says that it is known to be wrong
		results   results
		want      []alloc.Outcome
		ambiguous alloc.Outcome
	}{
		{"each its own", []string{"F", "G"}, results{"F": yes, "G": no},
			[]alloc.Outcome{yes, no}, ""},
		{"methods and generic functions", []string{"(*T).M", "(*U[...]).M", "F[...]"},
			results{"T.M": yes, "U.M": no, "F": unknown}, []alloc.Outcome{yes, no, unknown}, ""},
		{"what was compared stays, what could not be may be of either",
			[]string{"F", "G"}, results{"F": yes, "H": unknown},
			[]alloc.Outcome{"", ""}, unknown},
		{"what could not be compared when nothing was", []string{"F", "G"},
			results{"H": unknown}, []alloc.Outcome{unknown, unknown}, ""},
		{"a no to a function of neither", []string{"F", "G"}, results{"F": yes, "G": yes, "H": no},
			[]alloc.Outcome{"", ""}, no},
		{"a no to a function of neither, alone", []string{"F"}, results{"F": yes, "H": no},
			[]alloc.Outcome{no}, ""},
		{"a function that is gone", []string{"F"}, results{"H": no}, []alloc.Outcome{no}, ""},
		{"two for one function", []string{"F", "F"}, results{"F": no}, []alloc.Outcome{"", ""},
			no},
		{"two for one function, and others", []string{"F", "G", "F", "H"},
			results{"F": unknown, "G": yes, "H": no}, []alloc.Outcome{"", yes, "", no}, unknown},
		{"nothing compared", []string{"F"}, nil, []alloc.Outcome{unknown}, ""},
		{"a no outweighs what could not be compared", []string{"F", "F", "G", "G"},
			results{"F": unknown, "G": no}, []alloc.Outcome{"", "", "", ""}, no},
		{"known from before", []string{"!F", "G"}, results{"G": yes}, []alloc.Outcome{no, yes}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var set []verify.Candidate
			for _, fn := range test.funcs {
				c := verify.Candidate{}
				if fn[0] == '!' {
					fn = fn[1:]
					c.Known = []alloc.Verdict{{Judge: "tests"}, {Judge: judge, Outcome: no}}
				}
				c.Package, c.Func = "m/p", "m/p."+fn
				set = append(set, c)
			}
			var list []Result
			for fn, outcome := range test.results {
				list = append(list, Result{Package: "m/p", Func: fn,
					Verdict: alloc.Verdict{Judge: judge, Outcome: outcome}})
			}
			j := attribute(set, list)
			var got []alloc.Outcome
			for _, v := range j.Verdicts {
				got = append(got, v.Outcome)
			}
			shared := slices.Contains(test.want, "")
			if shared && j.Ambiguous.Outcome != test.ambiguous {
				t.Errorf("what is ambiguous is %s, want %s", j.Ambiguous.Outcome, test.ambiguous)
			}
			if !slices.Equal(got, test.want) || (j.Ambiguous != nil) != shared {
				t.Errorf("got %v and %v, want %v", got, j.Ambiguous, test.want)
			}
		})
	}
}
