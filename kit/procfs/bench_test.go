package procfs

import (
	"os"
	"testing"
)

// Each benchmark reads a file of this machine; those named Naive do it as one
// writes it first, with os.ReadFile and fmt or strings.

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

func BenchmarkLoadavgNaive(b *testing.B) {
	live(b, OpenLoadavg)
	b.ReportAllocs()
	for b.Loop() {
		text, err := os.ReadFile("/proc/loadavg")
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

func BenchmarkMeminfoNaive(b *testing.B) {
	live(b, OpenMeminfo)
	b.ReportAllocs()
	for b.Loop() {
		text, err := os.ReadFile("/proc/meminfo")
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
