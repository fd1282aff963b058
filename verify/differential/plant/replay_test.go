package plant

import (
	"context"
	"errors"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

func TestCaller(t *testing.T) {
	param := func(typ types.Type) *types.Var { return types.NewVar(token.NoPos, nil, "", typ) }
	str, err := types.Typ[types.String], types.Universe.Lookup("error").Type()
	for name, c := range map[string]struct {
		target reach.Target
		want   string
	}{
		"wringcall0to0": {reach.Target{Signature: types.NewSignatureType(nil, nil, nil, nil, nil,
			false)},
			"func wringcall0to0(f func() ()) func([]interface{}) {\n" +
				"\treturn func(a []interface{}) { f() }\n}\n"},
		"wringcall3to2more": {reach.Target{Receiver: true,
			Signature: types.NewSignatureType(nil, nil, nil,
				types.NewTuple(param(str), param(types.NewSlice(str))),
				types.NewTuple(param(str), param(err)), true)},
			"func wringcall3to2more[A0, A1, A2, R0, R1 any](f func(A0, A1, ...A2) (R0, R1)) " +
				"func([]interface{}) {\n\treturn func(a []interface{}) { " +
				"f(*a[0].(*A0), *a[1].(*A1), *a[2].(*[]A2)...) }\n}\n"},
	} {
		if got, text := caller(c.target); got != name || text != c.want {
			t.Errorf("%s:\n%s\nwant %s:\n%s", got, text, name, c.want)
		}
	}
}

// TestExternalTests records the calls of a package whose tests are all in a package of their
// own.
func TestExternalTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs tests")
	}
	s, _ := open(t, txtar.Parse([]byte(`-- p/p.go --
package p

func Double(s string) string { return s + s }
-- p/p_test.go --
package p_test

import (
	"testing"

	"example.com/m/p"
)

func TestDouble(t *testing.T) {
	if got := p.Double("ab"); got != "abab" {
		t.Error(got)
	}
}
`)))
	w, err := RecordCalls(t.Context(), s.change, s.pkg.Path, []string{"Double"},
		CallOptions{Dir: t.TempDir()})
	if err != nil || w.Calls["Double"] != 1 {
		t.Errorf("recorded %v, left %v, %v", w.Calls, w.Left, err)
	}
}

// TestRecordUntil records the calls of tests of which one is not done when the time is over: what
// was called by then is replayed.
func TestRecordUntil(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a deadline")
	}
	s, _ := open(t, txtar.Parse([]byte(`-- p/p.go --
package p

func Double(s string) string { return s + s }

func Late(s string) string { return s + "!" }
-- p/p_test.go --
package p

import (
	"testing"
	"time"
)

func TestDouble(t *testing.T) { Double("ab") }

func TestSlow(t *testing.T) {
	time.Sleep(time.Minute)
	Late("ab")
}
`)))
	funcs, opt := []string{"Double", "Late"}, CallOptions{Dir: t.TempDir()}
	over := &expiring{Context: t.Context(), done: make(chan struct{})}
	go func() {
		for t.Context().Err() == nil {
			files, _ := filepath.Glob(filepath.Join(opt.Dir, "*", "record", "calls"))
			if len(files) > 0 {
				data, err := readCalls(files[0])
				if err == nil && harness.Count(data)["Double"] > 0 {
					close(over.done)
					return
				}
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	w, err := RecordCalls(over, s.change, s.pkg.Path, funcs, opt)
	if err != nil || w.Calls["Double"] != 1 || w.Calls["Late"] != 0 || over.Err() == nil {
		t.Errorf("recorded %v until %v: %v", w.Calls, over.Err(), err)
	}
	canceled, stop := context.WithCancel(t.Context())
	stop()
	_, err = RecordCalls(canceled, s.change, s.pkg.Path, funcs, opt)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// expiring is a context whose deadline passes when done is closed.
type expiring struct {
	context.Context
	done chan struct{}
}

func (e *expiring) Done() <-chan struct{} { return e.done }

func (e *expiring) Err() error {
	select {
	case <-e.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
