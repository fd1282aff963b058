package accesslog

import (
	"path/filepath"
	"testing"
)

// TestMarkEnd: what a log holds is not booked, what is added is, beginning with
// the line that was being written; and all of a log that was not there yet.
func TestMarkEnd(t *testing.T) {
	old := filepath.Join(t.TempDir(), "old.log")
	put(t, old, goodLine+goodLine+goodLine[:9])
	fresh := filepath.Join(t.TempDir(), "fresh.log")
	for name, want := range map[string]uint64{old: 3, fresh: 2} {
		marks, err := MarkEnd(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == old {
			add(t, name, goodLine[9:])
		} else {
			put(t, name, "")
		}
		add(t, name, goodLine+goodLine)
		b := NewBooks(By{}, nil)
		if err := b.ReadNew(t.Context(), name, marks, Options{}); err != nil {
			t.Fatal(err)
		}
		if b.Booked != want || b.Lines != want {
			t.Errorf("%s: %d of %d lines booked, want %d", name, b.Booked, b.Lines, want)
		}
	}
	if _, err := MarkEnd(t.TempDir()); err == nil {
		t.Error("a folder is a log")
	}
}

// TestByField: a field that is called like a property is the field.
func TestByField(t *testing.T) {
	name := filepath.Join(t.TempDir(), "access.log")
	line := "method:GET\turi:/posts/7\troute:GET /posts/{post}\tstatus:200\treqtime:0.1\n"
	put(t, name, line+line)
	opt := Options{Extra: []string{"route"}}
	by, err := ByField("route", opt.Extra)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBooks(by, nil)
	if err := b.ReadNew(t.Context(), name, Marks{}, opt); err != nil {
		t.Fatal(err)
	}
	if i := b.table.n; i != 1 || string(b.table.text(b.table.key(0))) != "GET /posts/{post}" {
		t.Errorf("%d groups", i)
	}
	if _, err := ByField("user", opt.Extra); err == nil {
		t.Error("a field that is not read groups")
	}
}
