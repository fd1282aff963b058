package procfs

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// FuzzText compares the numbers with what strconv makes of them.
func FuzzText(f *testing.F) {
	for _, s := range []string{"0", "18446744073709551615", "18446744073709551616", "0.25",
		"123456789.012345", "1 kB", "ff", "1.", ".5", "-1", "1_0", "+1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, base := range []int{8, 10, 16} {
			want, err := strconv.ParseUint(text, base, 64)
			got, ok := number([]byte(text), uint64(base))
			if ok != (err == nil) || ok && got != want {
				t.Errorf("number(%q, %d) = %d, %v; want %d, %v", text, base, got, ok, want, err)
			}
		}
		if got, ok := decimal([]byte(text)); ok {
			want, err := strconv.ParseFloat(text, 64)
			if err != nil || math.Float64bits(got) != math.Float64bits(want) {
				t.Errorf("decimal(%q) = %v; strconv says %v, %v", text, got, want, err)
			}
		}
		var fields []string
		for line := []byte(text); ; {
			var field []byte
			if field, line = cutField(line); len(field) == 0 {
				break
			}
			fields = append(fields, string(field))
		}
		blanks := func(r rune) bool { return r == ' ' || r == '\t' }
		if want := strings.FieldsFunc(text, blanks); fmt.Sprint(fields) != fmt.Sprint(want) {
			t.Errorf("fields of %q: %q, want %q", text, fields, want)
		}
	})
}

// naiveLoadavg is the standard way to read the line.
func naiveLoadavg(text string) (l Loadavg, err error) {
	line, _, _ := strings.Cut(text, "\n")
	_, err = fmt.Sscanf(line, "%f %f %f %d/%d %d",
		&l.One, &l.Five, &l.Fifteen, &l.Running, &l.Tasks, &l.LastPID)
	return l, err
}

// naiveAmounts is the standard way to read lines with names, in bytes.
func naiveAmounts(text string) (map[string]uint64, error) {
	m := make(map[string]uint64)
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		fields := strings.Fields(rest)
		if !ok || len(fields) == 0 {
			return nil, fmt.Errorf("no value in %q", line)
		}
		n, err := strconv.ParseUint(fields[0], 10, 64)
		if err != nil {
			return nil, err
		}
		if len(fields) > 1 {
			n *= 1024
		}
		m[name] = n
	}
	return m, nil
}

// FuzzLoadavg compares with fmt.Sscanf wherever both read the text.
func FuzzLoadavg(f *testing.F) {
	f.Add("0.20 0.18 0.12 1/80 11206\n")
	f.Add("100.00 0.18 0.12 1/80 11206")
	f.Fuzz(func(t *testing.T, text string) {
		var l Loadavg
		if l.Parse([]byte(text)) != nil {
			return
		}
		if want, err := naiveLoadavg(text); err != nil || l != want {
			t.Errorf("%q: got %+v, want %+v, %v", text, l, want, err)
		}
	})
}

// FuzzMeminfo compares with the standard way.
func FuzzMeminfo(f *testing.F) {
	f.Add("MemTotal:  24 kB\nHugePages_Total: 3\nNew: 5 kB\n")
	f.Fuzz(func(t *testing.T, text string) {
		var m Meminfo
		if m.Parse([]byte(text)) != nil {
			return
		}
		want, err := naiveAmounts(text)
		if err != nil {
			t.Fatalf("%q was read, but %v", text, err)
		}
		if n, ok := want["MemTotal"]; ok && m.MemTotal != n {
			t.Errorf("%q: MemTotal %d, want %d", text, m.MemTotal, n)
		}
		for _, other := range m.Other {
			if m.field([]byte(other.Name)) != nil {
				t.Errorf("%q: %s has a place, but is in Other", text, other.Name)
			}
		}
	})
}

// FuzzParse gives every parser any text: it is read the same way into a fresh
// value and into one that was used, or refused in both, and never panics.
func FuzzParse(f *testing.F) {
	f.Add([]byte("cpu 1 2\ncpu0 1\nintr 3 1\n"), []byte("cpu 1\n"))
	f.Add([]byte("a\nb\nlo: 1 2\n"), []byte("a\nb\neth0: 1 2 3\nlo: 4\n"))
	f.Add([]byte("8 0 sda 1\n"), []byte("8 0 sdb 1\n 8 1 sda 2 3 4\n"))
	f.Add([]byte("Name:\tx\nUid:\t1\t2\nGroups:\t1 2\n"), []byte("Name:\ty\nNew:\tz\n"))
	f.Fuzz(func(t *testing.T, before, text []byte) {
		kept := bytes.Clone(text)
		reads(t, new(Stat), new(Stat), before, text)
		reads(t, new(NetDev), new(NetDev), before, text)
		reads(t, new(Diskstats), new(Diskstats), before, text)
		reads(t, new(Meminfo), new(Meminfo), before, text)
		reads(t, new(Loadavg), new(Loadavg), before, text)
		new(Status).Parse(text)
		if !bytes.Equal(text, kept) {
			t.Error("the text was changed")
		}
	})
}

func reads(t *testing.T, fresh, used interface{ Parse([]byte) error }, before, text []byte) {
	t.Helper()
	used.Parse(before)
	a, b := fresh.Parse(text), used.Parse(text)
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%T: %v and %v", fresh, a, b)
	}
	if x, y := fmt.Sprintf("%+v", fresh), fmt.Sprintf("%+v", used); a == nil && x != y {
		t.Errorf("%T: fresh %s\nused %s", fresh, x, y)
	}
}
