package procfs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestFuture adds to each kernel's files what no kernel writes yet: more at the
// ends of lines, and lines with unknown names. Everything else must be read as
// before.
func TestFuture(t *testing.T) {
	longer := map[string]func(string) string{ // what may be behind a line
		"loadavg":   func(line string) string { return line + " 7 new" },
		"net/dev":   func(line string) string { return line + " 1 2 new 0.5" },
		"diskstats": pastTheEnd,
	}
	lines := map[string]string{ // what may be between lines
		"meminfo":     "New:  12 kB\nNew(words): some words\nNew_None:\n",
		"stat":        "new 1 2 3\nnew_words some words\ncpufreq 3\ncpu_new x\nnone\n",
		"self/status": "New:\tsome words\nnew_none:\t\nUidNew:\t1\n",
	}
	for _, p := range parsers {
		for _, s := range samples(t, p.name) {
			text := strings.Split(strings.TrimSuffix(s.text, "\n"), "\n")
			for i, line := range text {
				if f := longer[p.name]; f != nil && (p.name != "net/dev" || i > 1) {
					text[i] = f(line)
				}
			}
			middle := len(text) / 2
			future := lines[p.name] + strings.Join(text[:middle], "\n") + "\n" + lines[p.name] +
				strings.Join(text[middle:], "\n") + "\n" + lines[p.name]
			if lines[p.name] == "" {
				future = strings.Join(text, "\n") + "\n"
			}
			value, err := p.parse(s.text)
			got, err2 := p.parse(future)
			if err != nil || err2 != nil {
				t.Errorf("%s: %v, %v", s.path, err, err2)
				continue
			}
			if x, y := known(got), known(value); x != y {
				t.Errorf("%s:\n got %s\nwant %s", s.path, x, y)
			}
			if wrong := agree(p.name, future); wrong != "" {
				t.Error(wrong)
			}
		}
	}
}

// pastTheEnd appends fields to a line of diskstats, unless it has fewer than
// there are: they would be understood.
func pastTheEnd(line string) string {
	if len(strings.Fields(line)) < 20 {
		return line
	}
	return line + " 77 new -1"
}

// known returns what is understood in a value, Other left out.
func known(value any) string {
	var b strings.Builder
	for line := range strings.Lines(listing(value)) {
		if !strings.HasPrefix(line, "Other") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestPast leaves lines out of each kernel's files, one and then two in a row:
// what the others say is understood as before, and the rest is 0.
func TestPast(t *testing.T) {
	for _, file := range []string{"meminfo", "stat", "self/status"} {
		for _, s := range samples(t, file) {
			lines := strings.SplitAfter(strings.TrimSuffix(s.text, "\n"), "\n")
			for i := range lines {
				for n := 1; n <= 2 && i+n <= len(lines); n++ {
					less := strings.Join(slices.Delete(slices.Clone(lines), i, i+n), "")
					if wrong := agree(file, less); wrong != "" {
						t.Fatalf("%s without line %d: %s", s.path, i+1, wrong)
					}
				}
			}
		}
	}
}

// TestFewerFields leaves fields out at the ends of lines, as old kernels do. The
// value was used before, so what is missing must become 0 again.
func TestFewerFields(t *testing.T) {
	for _, c := range []struct {
		file, before, line string
		fields             int
	}{
		{"stat", "", "cpu 11 12 13 14 15 16 17 18 19 20", 10},
		{"stat", "", "cpu3 11 12 13 14 15 16 17 18 19 20", 10},
		{"net/dev", titles, "lo: 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26", 16},
		{"diskstats", "", "8 1 b 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27", 17},
	} {
		words := strings.Fields(c.line)
		used := parserOf(c.file).fresh()
		for n := c.fields; n >= 1; n-- {
			if err := used.Parse([]byte(c.before + c.line + "\n")); err != nil {
				t.Fatal(err)
			}
			less := c.before + strings.Join(words[:len(words)-c.fields+n], " ") + "\n"
			if err := used.Parse([]byte(less)); err != nil {
				t.Errorf("%q: %v", less, err)
			}
			want, _ := reference(c.file, less)
			if x, y := fmt.Sprintf("%+v", used), fmt.Sprintf("%+v", want); x != y {
				t.Errorf("%q:\n got %s\nwant %s", less, x, y)
			}
		}
	}
}

// A field that is there twice has its last value, and lists do not grow.
func TestTwice(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       any
	}{
		{"meminfo", "MemFree: 1 kB\nMemFree: 2 kB\n", &Meminfo{MemFree: 2048}},
		{"stat", "intr 3 1 2\nintr 4 4\ncpu 1 2\ncpu 3\n",
			&Stat{CPU: CPU{User: 3}, Interrupts: 4, PerInterrupt: []uint64{4}}},
		{"self/status", "Groups:\t1 2 3\nGroups:\t4\nName:\ta\nName:\tb\n",
			&Status{Name: "b", Groups: []uint32{4}}},
	} {
		got, err := parserOf(c.file).parse(c.text)
		if err != nil || known(got) != known(c.want) {
			t.Errorf("%s: %v\n got %s\nwant %s", c.file, err, known(got), known(c.want))
		}
	}
}

// A line without a number is kept as text, and a number in its place later
// leaves nothing of the text.
func TestOther(t *testing.T) {
	var m Meminfo
	var s Stat
	for _, c := range []struct {
		line string
		want Amount
	}{
		{"New: some  words \n", Amount{Name: "New", Text: "some  words"}},
		{"New: 3\n", Amount{Name: "New", Value: 3}},
		{"New:\n", Amount{Name: "New"}},
		{"Newer: 12 MB\n", Amount{Name: "Newer", Text: "12 MB"}},
	} {
		err := m.Parse([]byte(c.line))
		if err != nil || !reflect.DeepEqual(m.Other, []Amount{c.want}) {
			t.Errorf("meminfo %q: %+v, %v", c.line, m.Other, err)
		}
		line := strings.Replace(c.line, ":", "", 1)
		want := c.want
		if want.Text == "12 MB" {
			want.Value, want.Text = 12, "" // the first number of a line
		}
		err = s.Parse([]byte(line))
		if err != nil || !reflect.DeepEqual(s.Other, []Amount{want}) {
			t.Errorf("stat %q: %+v, %v", line, s.Other, err)
		}
	}
}
