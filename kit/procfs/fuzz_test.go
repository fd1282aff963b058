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
		if want := fieldsOf(text); fmt.Sprint(fields) != fmt.Sprint(want) {
			t.Errorf("fields of %q: %q, want %q", text, fields, want)
		}
	})
}

// against fuzzes one reader against the reference, beginning with the texts of
// all kernels and some that are wrong.
func against(f *testing.F, file string, seeds ...string) {
	for _, s := range samples(f, file) {
		f.Add(s.text)
		f.Add(strings.TrimSuffix(s.text, "\n"))
		f.Add(strings.ReplaceAll(s.text, "\n", "\r\n"))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if wrong := agree(file, text); wrong != "" {
			t.Error(wrong)
		}
	})
}

func FuzzLoadavg(f *testing.F) {
	against(f, "loadavg", "100.00 0.18 0.12 1/80 11206 7", "1e3 .5 5. 1/80 1", "+1 0 0 1/1 1",
		"0.123456789012345 1 1 1/1 1", "0 0 0 1//1 1", "0 0 0 1/1/1 1")
}

func FuzzMeminfo(f *testing.F) {
	against(f, "meminfo", "MemTotal:  24 kB\nHugePages_Total: 3\nNew: 5 kB\n", "New: 5 MB\n: 1\n",
		"ActiveAnon: 1\n", "MemFree: 18014398509481984 kB\n", "MemFree: 1 kB kB\n")
}

func FuzzStat(f *testing.F) {
	against(f, "stat", "cpu 1 2\ncpu0 1\nintr 3 1\n", "cpux 1\ncpu01 2\n", "intr x\n", "new a b\n",
		"intr 1 2\nintr 3\n", "cpu 1 2 3 4 5 6 7 8 9 10 x\n", " cpu 1\n", "new\n")
}

func FuzzStatus(f *testing.F) {
	against(f, "self/status", "Name:\t a \nUid:\t1\t2\t3\t4\nGroups:\t1 2\n", "Uid:\t1\t2\t3\n",
		"Name: x\nSigQ:\t1/2\nuntag_mask:\t0xff\n", "SigBlk:\t0x\n", "Pid:\t0x1\n", "New:\n")
}

func FuzzNetDev(f *testing.F) {
	against(f, "net/dev", "a\nb\nlo: 1 2\n", "a\nb\neth0:1:1 2 3\n", "a\nb\n:1\n", "a\n",
		"a\nb\nx:\n", "a\nb\nlo: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 new\n")
}

func FuzzDiskstats(f *testing.F) {
	against(f, "diskstats", "8 0 sda 1\n", "8 1 sda1 1 2 3 4\n", "8 1 sda1 1 2 3 4 5\n",
		"8 0 sda\n", "8 0 sda 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 x\n", "x 0 sda 1\n")
}

// FuzzParse gives every parser any text: it is read the same way into a fresh
// value and into one that was used, or refused in both, and the text stays as it
// is.
func FuzzParse(f *testing.F) {
	f.Add([]byte("cpu 1 2\ncpu0 1\nintr 3 1\n"), []byte("cpu 1\n"))
	f.Add([]byte("a\nb\nlo: 1 2\n"), []byte("a\nb\neth0: 1 2 3\nlo: 4\n"))
	f.Add([]byte("8 0 sda 1\n"), []byte("8 0 sdb 1\n 8 1 sda 2 3 4\n"))
	f.Add([]byte("Name:\tx\nUid:\t1\t2\t3\t4\nGroups:\t1 2\n"), []byte("New:\tz\n"))
	f.Add([]byte("New: a\n"), []byte("New: 1\n"))
	f.Fuzz(func(t *testing.T, before, text []byte) {
		kept := bytes.Clone(text)
		for _, p := range parsers {
			fresh, used := p.fresh(), p.fresh()
			used.Parse(before)
			a, b := fresh.Parse(text), used.Parse(text)
			if fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("%s: %v and %v", p.name, a, b)
			}
			if x, y := fmt.Sprintf("%+v", fresh), fmt.Sprintf("%+v", used); a == nil && x != y {
				t.Errorf("%s: fresh %s\nused %s", p.name, x, y)
			}
		}
		if !bytes.Equal(text, kept) {
			t.Error("the text was changed")
		}
	})
}
