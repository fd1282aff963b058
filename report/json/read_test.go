package json

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// everything sets each field that v holds, at any depth, to a value that is not
// zero. Lists have two elements.
func everything(v reflect.Value, n *int, depth int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			everything(v.Field(i), n, depth)
		}
	case reflect.Slice:
		if depth == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		everything(v.Index(0), n, depth-1)
		everything(v.Index(1), n, depth-1)
	case reflect.Array:
		for i := range v.Len() {
			everything(v.Index(i), n, depth)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		everything(v.Elem(), n, depth)
	case reflect.String:
		v.SetString(fmt.Sprint("s<", *n, ">"))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) / 3)
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic("no value for " + v.Type().String())
	}
}

// roundTrip writes a value in which every field is set, reads it back, and wants
// the same value, and the same text when that is written.
func roundTrip[T any](t *testing.T, begin func(*T), write func(io.Writer, T) error,
	read func(io.Reader) (T, error)) {
	t.Helper()
	var want T
	n := 0
	everything(reflect.ValueOf(&want).Elem(), &n, 5)
	begin(&want)
	var text bytes.Buffer
	if err := write(&text, want); err != nil {
		t.Fatal(err)
	}
	got, err := read(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("written:\n%+v\nread:\n%+v", want, got)
	}
	var again bytes.Buffer
	if err := write(&again, got); err != nil || again.String() != text.String() {
		t.Errorf("%v; written again:\n%s\nfirst:\n%s", err, again.String(), text.String())
	}
}

// TestReadBack proves of each document that nothing of it is lost by writing
// it, whatever fields are added later.
func TestReadBack(t *testing.T) {
	t.Run("report", func(t *testing.T) {
		roundTrip(t, func(r *alloc.Report) { r.Version, r.Verb = alloc.ReportVersion, "top" },
			Write, Read)
	})
	t.Run("diff", func(t *testing.T) { roundTrip(t, beginDiff, WriteDiff, ReadDiff) })
	t.Run("history", func(t *testing.T) {
		roundTrip(t, func(h *alloc.History) { h.Version, h.Verb = alloc.ReportVersion, "diff" },
			WriteHistory, ReadHistory)
	})
	t.Run("bisection", func(t *testing.T) {
		roundTrip(t, func(b *alloc.Bisection) {
			b.Version, b.Verb = alloc.ReportVersion, "diff"
			beginDiff(b.Diff)
		}, WriteBisection, ReadBisection)
	})
	t.Run("guard", func(t *testing.T) {
		roundTrip(t, func(g *alloc.GuardReport) {
			g.Version, g.Verb = alloc.ReportVersion, "guard"
		}, WriteGuard, ReadGuard)
	})
	t.Run("fix", func(t *testing.T) {
		roundTrip(t, func(f *alloc.FixReport) {
			f.Version, f.Verb = alloc.ReportVersion, "fix"
			for i := range f.Trials { // the patch has the edits
				f.Trials[i].Edits, f.Trials[i].Also = nil, nil
			}
		}, WriteFix, ReadFix)
	})
}

func beginDiff(d *alloc.Diff) {
	d.Version, d.Verb = alloc.ReportVersion, "diff"
	for i := range d.Under {
		d.Under[i].Under = nil // there are two toolchains, never more
	}
}

// TestReadRefuses proves that what is not the document asked for is an error.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "cannot read the document: EOF",
		`{"version":1,"verb":"top"`:      "unexpected EOF",
		`{"version":1,"verb":"top"}{}`:   "something follows",
		`{"version":2,"verb":"top"}`:     "version 2",
		`{"version":1,"verb":"guard"}`:   "of wring guard",
		`{"version":1,"verb":7}`:         "cannot unmarshal",
		`{"version":1,"sites":[{"id":}]`: "invalid character",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// FuzzRead proves that what can be read can be written, and read again the same.
func FuzzRead(f *testing.F) {
	var text bytes.Buffer
	if err := Write(&text, report()); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"version":1,"verb":"why","sites":[{"stacks":[{"frames":null}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rep, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, rep); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&out)
		if err != nil || !reflect.DeepEqual(rep, again) {
			t.Errorf("%v\n%+v\n%+v", err, rep, again)
		}
	})
}
