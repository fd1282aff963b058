package procfs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
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

// TestLive reads what this machine says, and looks at what must be so.
func TestLive(t *testing.T) {
	var load Loadavg
	var mem Meminfo
	var stat Stat
	var status Status
	var net NetDev
	var disks Diskstats
	for name, err := range map[string]error{
		"loadavg":   live(t, OpenLoadavg).Read(&load),
		"meminfo":   live(t, OpenMeminfo).Read(&mem),
		"stat":      live(t, OpenStat).Read(&stat),
		"status":    live(t, OpenStatus).Read(&status),
		"net/dev":   live(t, OpenNetDev).Read(&net),
		"diskstats": live(t, OpenDiskstats).Read(&disks),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for what, ok := range map[string]bool{
		"tasks run":                        load.Tasks > 0 && load.LastPID > 0,
		"free memory is part of it":        0 < mem.MemFree && mem.MemFree < mem.MemTotal,
		"as many processors as lines":      len(stat.CPUs) > 0,
		"the processors add up":            addsUp(&stat),
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

// TestAllocations reads each file of this machine many times.
func TestAllocations(t *testing.T) {
	loadavg, meminfo, stat := live(t, OpenLoadavg), live(t, OpenMeminfo), live(t, OpenStat)
	status, net, disks := live(t, OpenStatus), live(t, OpenNetDev), live(t, OpenDiskstats)
	var m Meminfo
	var s Stat
	var st Status
	var n NetDev
	var d Diskstats
	for name, read := range map[string]func() error{
		"loadavg":   func() error { var l Loadavg; return loadavg.Read(&l) },
		"meminfo":   func() error { return meminfo.Read(&m) },
		"stat":      func() error { return stat.Read(&s) },
		"status":    func() error { return status.Read(&st) },
		"net/dev":   func() error { return net.Read(&n) },
		"diskstats": func() error { return disks.Read(&d) },
	} {
		for range 3 { // The first reads make room.
			read()
		}
		var err error
		got := testing.AllocsPerRun(100, func() { err = read() })
		if got != 0 || err != nil {
			t.Errorf("%s: %v allocations, %v", name, got, err)
		}
	}
}

// A file is read whole, whatever its size is next to the buffer, also when it
// has grown or shrunk since.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{0, 1, 63, 64, 65, 255, 256, 257, 100_000, 64, 256, 7} {
		want := strings.Repeat("0123456789", size/10+1)[:size]
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		var buf [64]byte
		got, err := f.read(buf[:])
		if string(got) != want || err != nil {
			t.Errorf("size %d: read %d bytes, %v", size, len(got), err)
		}
	}
}

func TestNoFile(t *testing.T) {
	if _, err := open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	f, err := OpenLoadavg()
	if err != nil {
		t.Skip(err)
	}
	f.Close()
	if err := f.Read(new(Loadavg)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a closed file: %v", err)
	}
}

// A parser is one of the six, by what it makes of text.
type parser struct {
	name  string
	parse func(text string) (any, error)
}

var parsers = []parser{
	{"loadavg", func(s string) (any, error) { v := new(Loadavg); return v, v.Parse([]byte(s)) }},
	{"meminfo", func(s string) (any, error) { v := new(Meminfo); return v, v.Parse([]byte(s)) }},
	{"stat", func(s string) (any, error) { v := new(Stat); return v, v.Parse([]byte(s)) }},
	{"self/status", func(s string) (any, error) { v := new(Status); return v, v.Parse([]byte(s)) }},
	{"net/dev", func(s string) (any, error) { v := new(NetDev); return v, v.Parse([]byte(s)) }},
	{"diskstats", func(s string) (any, error) {
		v := new(Diskstats)
		return v, v.Parse([]byte(s))
	}},
}

const titles = "Inter-|   Receive\n face |bytes\n"

func TestParse(t *testing.T) {
	for _, c := range []struct {
		file, name, text string
		want             any
	}{
		{"loadavg", "as it is", "0.20 1.18 12.05 1/80 11206\n",
			&Loadavg{0.20, 1.18, 12.05, 1, 80, 11206}},
		{"loadavg", "one field more", "0.20 0.18 0.12 1/80 11206 7\n",
			&Loadavg{0.20, 0.18, 0.12, 1, 80, 11206}},
		{"meminfo", "units", "MemTotal:  3 kB\nHugePages_Total:    5\nActive(anon):\t1 kB\n",
			&Meminfo{MemTotal: 3072, HugePagesTotal: 5, ActiveAnon: 1024}},
		{"meminfo", "a new field", "MemNew(x): 2 kB\n",
			&Meminfo{Other: []Amount{{"MemNew(x)", 2048}}}},
		{"stat", "all lines", "" +
			"cpu  3 4 5\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu7 2 2 2 2 2 2 2 2 2 2 9\n" +
			"intr 9 0 8 1\nctxt 10\nbtime 11\nprocesses 12\nprocs_running 1\nprocs_blocked 2\n" +
			"softirq 6 1 2 3\nnew 4 5\n",
			&Stat{CPU: CPU{User: 3, Nice: 4, System: 5},
				CPUs: []CPU{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
					{7, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}},
				Interrupts: 9, PerInterrupt: []uint64{0, 8, 1}, ContextSwitches: 10,
				BootTime: 11, Processes: 12, Running: 1, Blocked: 2,
				SoftInterrupts: 6, PerSoftInterrupt: []uint64{1, 2, 3},
				Other: []Amount{{"new", 4}}}},
		{"self/status", "kinds", "Name:\ta b:c\nUmask:\t0022\nState:\tR (running)\n" +
			"Uid:\t1\t2\t3\t4\nGroups:\t4 24 \nVmRSS:\t 12 kB\nuntag_mask:\t0xff\n" +
			"SigQ:\t5/96365\nSigBlk:\t00000000000000ff\nNew_one:\tsome text\n",
			&Status{Name: "a b:c", Umask: 0o22, State: "R (running)", Uid: IDs{1, 2, 3, 4},
				Groups: []uint32{4, 24}, VmRSS: 12 << 10, UntagMask: 255,
				SigQ: Queue{5, 96365}, SigBlk: 255, Other: []Text{{"New_one", "some text"}}}},
		{"net/dev", "no blank behind the colon",
			titles + "  lo:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n",
			&NetDev{[]Interface{{"lo", Received{1, 2, 3, 4, 5, 6, 7, 8},
				Transmitted{9, 10, 11, 12, 13, 14, 15, 16}}}}},
		{"net/dev", "an alias", titles + "eth0:1: 1\n",
			&NetDev{[]Interface{{Name: "eth0:1", Receive: Received{Bytes: 1}}}}},
		{"diskstats", "an old kernel and a future one",
			" 8 0 sda 1 2 3 4 5 6 7 8 9 10 11\n" +
				" 8 1 b 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n",
			&Diskstats{[]Disk{
				{8, 0, "sda", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0, 0, 0},
				{8, 1, "b", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}}}},
	} {
		p := parsers[slices.IndexFunc(parsers, func(p parser) bool { return p.name == c.file })]
		got, err := p.parse(c.text)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
			t.Errorf("%s, %s: %v\n got %+v\nwant %+v", c.file, c.name, err, got, c.want)
		}
	}
}

// What cannot be understood is shown, and where it is.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"loadavg", "", `cannot understand line 1 of loadavg: ""`},
		{"loadavg", "0.1 0.2 x 1/80 7\n", `line 1 of loadavg: "0.1 0.2 x 1/80 7"`},
		{"loadavg", "0.1 0.2 0.3 180 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3 1/ 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3 1/8\n", `line 1 of`},
		{"loadavg", "0.1 0.2 . 1/8 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 1.2.3 1/8 7\n", `line 1 of`},
		{"meminfo", "MemTotal: 1 kB\nMemFree 2 kB\n", `line 2 of meminfo: "MemFree 2 kB"`},
		{"meminfo", "MemTotal: 1 MB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: kB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: 18446744073709551616\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: 18014398509481984 kB\n", `line 1 of meminfo`},
		{"stat", "cpu 1 2\ncpu0 1 x\n", `line 2 of stat: "cpu0 1 x"`},
		{"stat", "intr\n", `line 1 of stat`},
		{"stat", "\n", `line 1 of stat`},
		{"self/status", "Pid:\tx\n", `line 1 of self/status`},
		{"self/status", "Umask:\t0089\n", `line 1 of self/status`},
		{"self/status", "SigBlk:\tfg\n", `line 1 of self/status`},
		{"self/status", "SigQ:\t12\n", `line 1 of self/status`},
		{"self/status", "Uid:\t\n", `line 1 of self/status`},
		{"self/status", "Groups:\t4294967296\n", `line 1 of self/status`},
		{"net/dev", titles + "lo 1 2 3\n", `line 3 of net/dev: "lo 1 2 3"`},
		{"net/dev", titles + "lo:\n", `line 3 of net/dev`},
		{"net/dev", titles + ": 1\n", `line 3 of net/dev`},
		{"diskstats", "8 0 sda\n", `line 1 of diskstats`},
		{"diskstats", "8 x sda 1\n", `line 1 of diskstats`},
		{"diskstats", "8 0 sda 1 2 -3\n", `line 1 of diskstats`},
	} {
		p := parsers[slices.IndexFunc(parsers, func(p parser) bool { return p.name == c.file })]
		_, err := p.parse(c.text)
		var e *Error
		if !errors.As(err, &e) || e.File != c.file || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %s", c.file, c.text, err, c.want)
		}
	}
}

// Every name of a field that has one is known: none ends up in Other, and each
// has a place of its own.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		file  string
		value any
		line  func(name string) string
	}{
		{"meminfo", Meminfo{}, func(name string) string { return name + ": 77\n" }},
		{"self/status", Status{}, func(name string) string { return name + ":\t77\n" }},
	} {
		p := parsers[slices.IndexFunc(parsers, func(p parser) bool { return p.name == c.file })]
		known := 0
		for _, name := range kernelNames[c.file] {
			got, err := p.parse(c.line(name))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if n := fieldsSet(got); n != 1 {
				t.Errorf("%s sets %d fields: %+v", name, n, got)
			}
			known++
		}
		fields := reflect.TypeOf(c.value).NumField() - 1 - len(compound[c.file])
		if known != fields {
			t.Errorf("%s: %d names for %d fields", c.file, known, fields)
		}
	}
}

// fieldsSet counts the fields that are not zero, Other being none.
func fieldsSet(value any) (n int) {
	v := reflect.ValueOf(value).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); v.Type().Field(i).Name != "Other" && !isEmpty(f) {
			n++
		}
	}
	return n
}

func isEmpty(f reflect.Value) bool {
	return f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0
}

// compound lists the fields that a plain number does not set.
var compound = map[string][]string{"self/status": {"SigQ"}}

// kernelNames are the names as the kernel's documentation of /proc lists them.
var kernelNames = map[string][]string{
	"meminfo": strings.Fields(`MemTotal MemFree MemAvailable Buffers Cached SwapCached Active
		Inactive Active(anon) Inactive(anon) Active(file) Inactive(file) Unevictable Mlocked
		HighTotal HighFree LowTotal LowFree MmapCopy SwapTotal SwapFree Zswap Zswapped Dirty
		Writeback AnonPages Mapped Shmem KReclaimable Slab SReclaimable SUnreclaim KernelStack
		ShadowCallStack PageTables SecPageTables NFS_Unstable Bounce WritebackTmp CommitLimit
		Committed_AS VmallocTotal VmallocUsed VmallocChunk Percpu EarlyMemtestBad
		HardwareCorrupted AnonHugePages ShmemHugePages ShmemPmdMapped FileHugePages
		FilePmdMapped CmaTotal CmaFree Unaccepted Balloon HugePages_Total HugePages_Free
		HugePages_Rsvd HugePages_Surp Hugepagesize Hugetlb DirectMap4k DirectMap64k DirectMap2M
		DirectMap4M DirectMap512M DirectMap1G Quicklists`),
	"self/status": strings.Fields(`Name Umask State Tgid Ngid Pid PPid TracerPid Uid Gid FDSize
		Groups NStgid NSpid NSpgid NSsid Kthread VmPeak VmSize VmLck VmPin VmHWM VmRSS RssAnon
		RssFile RssShmem VmData VmStk VmExe VmLib VmPTE VmPMD VmSwap HugetlbPages CoreDumping
		THP_enabled untag_mask Threads SigPnd ShdPnd SigBlk SigIgn SigCgt CapInh CapPrm
		CapEff CapBnd CapAmb NoNewPrivs Seccomp Seccomp_filters Speculation_Store_Bypass
		SpeculationIndirectBranch Cpus_allowed Cpus_allowed_list Mems_allowed Mems_allowed_list
		voluntary_ctxt_switches nonvoluntary_ctxt_switches`),
}

// A value that is read into again holds nothing of what was there before.
func TestReuse(t *testing.T) {
	var s Stat
	long := "cpu 1\ncpu0 1 2 3 4\ncpu1 5 6 7 8\nintr 3 1 2\nsoftirq 1 1\nold 1\n"
	if err := s.Parse([]byte(long)); err != nil {
		t.Fatal(err)
	}
	if err := s.Parse([]byte("cpu 2\ncpu1 9\n")); err != nil {
		t.Fatal(err)
	}
	want := Stat{CPU: CPU{User: 2}, CPUs: []CPU{{Number: 1, User: 9}}}
	if fmt.Sprintf("%+v", s) != fmt.Sprintf("%+v", want) {
		t.Errorf("got %+v", s)
	}
	var n NetDev
	n.Parse([]byte(titles + "a: 1 2 3 4 5 6 7 8 9\nb: 2\n"))
	n.Parse([]byte(titles + "b: 3\n"))
	b := Interface{Name: "b", Receive: Received{Bytes: 3}}
	if len(n.Interfaces) != 1 || n.Interfaces[0] != b {
		t.Errorf("got %+v", n)
	}
}
