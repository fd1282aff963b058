package procfs

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Those named Same read a copy of a kernel's file, so that they do the same
// everywhere and can be compared with Naive: os.ReadFile and fmt or strings, as
// one writes it first. The others read the file of this machine.

// kernel returns the path of a file as Linux 6.18 wrote it.
func kernel(name string) string { return filepath.Join("testdata", "linux-6.18", name) }

func BenchmarkLoadavg(b *testing.B) {
	f := live(b, OpenLoadavg)
	b.ReportAllocs()
	for b.Loop() {
		var l Loadavg
		if err := f.Read(&l); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadavgSame(b *testing.B) {
	f, err := open(kernel("loadavg"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	same := LoadavgFile{f}
	b.ReportAllocs()
	for b.Loop() {
		var l Loadavg
		if err := same.Read(&l); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadavgNaive(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		text, err := os.ReadFile(kernel("loadavg"))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := naiveLoadavg(string(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMeminfo(b *testing.B) {
	f := live(b, OpenMeminfo)
	var m Meminfo
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Read(&m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMeminfoSame(b *testing.B) {
	f, err := open(kernel("meminfo"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	same := MeminfoFile{f}
	var m Meminfo
	b.ReportAllocs()
	for b.Loop() {
		if err := same.Read(&m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMeminfoNaive(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		text, err := os.ReadFile(kernel("meminfo"))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := naiveAmounts(string(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStat(b *testing.B) {
	f := live(b, OpenStat)
	var s Stat
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Read(&s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStatus(b *testing.B) {
	f := live(b, OpenStatus)
	var s Status
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Read(&s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNetDev(b *testing.B) {
	f := live(b, OpenNetDev)
	var n NetDev
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Read(&n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDiskstats(b *testing.B) {
	f := live(b, OpenDiskstats)
	var d Diskstats
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Read(&d); err != nil {
			b.Fatal(err)
		}
	}
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
