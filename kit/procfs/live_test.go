package procfs

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// live opens a file of this machine's /proc.
func live[F any](t testing.TB, open func() (F, error)) F {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("there is no /proc on " + runtime.GOOS)
	}
	f, err := open()
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := any(f).(interface{ Close() error }); ok {
		t.Cleanup(func() { c.Close() })
	}
	return f
}

// machine is a value of each kind, and how this machine's file is read into it.
type machine struct {
	parser
	value reader
	read  func() error
}

func machines(t *testing.T) []machine {
	t.Helper()
	loadavg, meminfo, stat := live(t, OpenLoadavg), live(t, OpenMeminfo), live(t, OpenStat)
	status, net, disks := live(t, OpenStatus), live(t, OpenNetDev), live(t, OpenDiskstats)
	var l Loadavg
	var m Meminfo
	var s Stat
	var st Status
	var n NetDev
	var d Diskstats
	return []machine{
		{parserOf("loadavg"), &l, func() error { return loadavg.Read(&l) }},
		{parserOf("meminfo"), &m, func() error { return meminfo.Read(&m) }},
		{parserOf("stat"), &s, func() error { return stat.Read(&s) }},
		{parserOf("self/status"), &st, func() error { return status.Read(&st) }},
		{parserOf("net/dev"), &n, func() error { return net.Read(&n) }},
		{parserOf("diskstats"), &d, func() error { return disks.Read(&d) }},
	}
}

// TestLive compares what this machine says with what the reference makes of the
// same file before and after: what has not changed meanwhile must be the same. A
// number may change and change back between, so one of many attempts must agree
// wholly.
func TestLive(t *testing.T) {
	for _, m := range machines(t) {
		var wrong []string
		for range 30 {
			if wrong = between(t, m); wrong == nil {
				break
			}
		}
		if wrong != nil {
			t.Errorf("%s: %s", m.name, strings.Join(wrong, "\n"))
		}
	}
}

// between reads a file of this machine between two readings by the reference,
// and returns what is different.
func between(t *testing.T, m machine) (wrong []string) {
	t.Helper()
	before := leaves(t, m.name)
	if err := m.read(); err != nil {
		t.Fatal(err)
	}
	after := leaves(t, m.name)
	got, stable := map[string]string{}, 0
	flatten(got, "", reflect.ValueOf(m.value).Elem())
	for name, want := range before {
		if after[name] != want {
			continue
		}
		stable++
		if got[name] != want {
			wrong = append(wrong, fmt.Sprintf("%s is %q, want %q", name, got[name], want))
		}
	}
	if len(got) != len(before) || stable < len(before)/2 {
		wrong = append(wrong, fmt.Sprintf("%d values of %d, of which %d can be compared",
			len(got), len(before), stable))
	}
	return wrong
}

// leaves reads a file of this machine with the reference.
func leaves(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("/proc/" + file)
	if err != nil {
		t.Fatal(err)
	}
	value, err := reference(file, string(text))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	flatten(all, "", reflect.ValueOf(value).Elem())
	return all
}

// flatten puts all numbers and texts in v into all, under the way to them.
func flatten(all map[string]string, name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			flatten(all, name+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			flatten(all, fmt.Sprintf("%s[%d]", name, i), v.Index(i))
		}
	default:
		all[name] = fmt.Sprint(v)
	}
}

// TestLiveSense looks at what must be so on any machine.
func TestLiveSense(t *testing.T) {
	all := machines(t)
	for _, m := range all {
		if err := m.read(); err != nil {
			t.Fatal(err)
		}
	}
	load, mem := all[0].value.(*Loadavg), all[1].value.(*Meminfo)
	stat, status := all[2].value.(*Stat), all[3].value.(*Status)
	net := all[4].value.(*NetDev)
	for what, ok := range map[string]bool{
		"tasks run":                        load.Tasks > 0 && load.LastPID > 0,
		"free memory is part of it":        0 < mem.MemFree && mem.MemFree < mem.MemTotal,
		"as many processors as lines":      len(stat.CPUs) > 0,
		"the processors add up":            addsUp(stat),
		"interrupts have numbers":          len(stat.PerInterrupt) > 0 && stat.BootTime > 0,
		"this is the process":              status.Pid == uint64(os.Getpid()),
		"it is its own user":               status.Uid.Real == uint64(os.Getuid()),
		"it has memory":                    0 < status.VmRSS && status.VmRSS <= status.VmPeak,
		"it has a name":                    strings.HasPrefix("procfs.test", status.Name),
		"there is an interface":            len(net.Interfaces) > 0,
		"the kernel wrote nothing unknown": len(mem.Other)+len(status.Other)+len(stat.Other) < 20,
	} {
		if !ok {
			t.Errorf("not so: %s", what)
		}
	}
}

// addsUp reports whether the line of all processors is about their sum: the
// kernel rounds each down to ticks.
func addsUp(s *Stat) bool {
	sum := uint64(0)
	for _, c := range s.CPUs {
		sum += c.User
	}
	return sum <= s.CPU.User && s.CPU.User <= sum+uint64(len(s.CPUs))
}

// TestProgramName gives this process names that are hard to read, and reads them
// back. The kernel writes a line break in a name as \n.
func TestProgramName(t *testing.T) {
	const comm = "/proc/self/comm"
	old, err := os.ReadFile(comm)
	if err != nil {
		t.Skip(err)
	}
	name := func(s string) error { return os.WriteFile(comm, []byte(s), 0) }
	defer func() { name(strings.TrimSuffix(string(old), "\n")) }()
	f := live(t, OpenStatus)
	for given, want := range map[string]string{
		"plain": "plain", " blanks ": " blanks ", "\ttab\t": "\ttab\t", "a: b:c": "a: b:c",
		"a\nb": `a\nb`, "Uid:\t7": "Uid:\t7", "cr\r": "cr\r", "é\xff": "é\xff",
		"fifteen-bytes-and-more": "fifteen-bytes-a",
	} {
		if err := name(given); err != nil {
			t.Skip(err)
		}
		var s Status
		if err := f.Read(&s); err != nil || s.Name != want {
			t.Errorf("%q is read as %q, want %q, %v", given, s.Name, want, err)
		}
		if s.Pid != uint64(os.Getpid()) || s.Uid.Real != uint64(os.Getuid()) {
			t.Errorf("%q: process %d of %d", given, s.Pid, s.Uid.Real)
		}
	}
}
