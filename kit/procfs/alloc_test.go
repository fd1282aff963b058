package procfs

import (
	"errors"
	"os"
	"path"
	"runtime"
	"strings"
	"testing"
)

// objects returns how many objects 100 calls of f allocate, without rounding:
// testing.AllocsPerRun makes 0 of 99. The least of some attempts is believed.
func objects(f func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	least := ^uint64(0)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 100 {
			f()
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.Mallocs-before.Mallocs)
	}
	return least
}

// exact skips a test that counts allocations where others are made.
func exact(t *testing.T) {
	t.Helper()
	if raceBuild {
		t.Skip("the race detector moves the buffers of the readers to the heap")
	}
}

// TestAllocations reads each file of this machine many times.
func TestAllocations(t *testing.T) {
	exact(t)
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
		got := objects(func() { err = read() })
		if got != 0 || err != nil {
			t.Errorf("%s: %v allocations in 100 reads, %v", name, got, err)
		}
	}
}

// TestAllocationsOfStates reads of a process that is in another state each time.
func TestAllocationsOfStates(t *testing.T) {
	var texts [][]byte
	for _, state := range []string{"R (running)", "S (sleeping)", "D (disk sleep)", "T (stopped)",
		"t (tracing stop)", "Z (zombie)", "X (dead)", "P (parked)", "I (idle)"} {
		texts = append(texts, []byte("Name:\ta\nState:\t"+state+"\n"))
	}
	var s Status
	got := objects(func() {
		for _, text := range texts {
			if err := s.Parse(text); err != nil || !strings.Contains(string(text), s.State) {
				panic(s.State)
			}
		}
	})
	if got != 0 || s.State != "I (idle)" {
		t.Errorf("%d allocations in 900 calls, and at last %s", got, s.State)
	}
}

// TestAllocationsOfKernels reads files of all kernels, also those that need more
// than the buffer on the stack: nothing is allocated from the second time on.
func TestAllocationsOfKernels(t *testing.T) {
	exact(t)
	for _, p := range parsers {
		for _, s := range append(samples(t, p.name), sample{"long", long(p.name)}) {
			f, _ := written(t, s.text)
			value := p.fresh()
			if err := readInto(f, value); err != nil {
				t.Fatal(err)
			}
			text := []byte(s.text)
			var err error
			if got := objects(func() { err = value.Parse(text) }); got != 0 || err != nil {
				t.Errorf("%s: Parse: %d allocations in 100 calls, %v", s.path, got, err)
			}
			read := readerOf(f, value)
			if got := objects(func() { err = read() }); got != 0 || err != nil {
				t.Errorf("%s: Read: %d allocations in 100 calls, %v", s.path, got, err)
			}
		}
	}
}

// readerOf returns a function that reads f into value, and allocates nothing of
// its own.
func readerOf(f file, value reader) func() error {
	switch v := value.(type) {
	case *Loadavg:
		open := &LoadavgFile{f}
		return func() error { return open.Read(v) }
	case *Meminfo:
		open := &MeminfoFile{f}
		return func() error { return open.Read(v) }
	case *Stat:
		open := &StatFile{f}
		open.Read(v) // makes the buffer
		return func() error { return open.Read(v) }
	case *Status:
		open := &StatusFile{f}
		return func() error { return open.Read(v) }
	case *NetDev:
		open := &NetDevFile{f}
		return func() error { return open.Read(v) }
	}
	open, disks := &DiskstatsFile{f}, value.(*Diskstats)
	return func() error { return open.Read(disks) }
}

// TestWhatIsAllocated says what a change costs: a name that is new one object,
// one line more than ever one for the name and one for the longer list, and one
// line less, or a number, nothing.
func TestWhatIsAllocated(t *testing.T) {
	exact(t)
	const two = titles + "interface-with-a-name-0: 1\ninterface-with-a-name-1: 1\n"
	for _, c := range []struct {
		name, text string
		want       uint64
	}{
		{"nothing", two, 0},
		{"a number", strings.ReplaceAll(two, ": 1", ": 987654321"), 0},
		{"one less", strings.TrimSuffix(two, "interface-with-a-name-1: 1\n"), 0},
		{"a name", strings.ReplaceAll(two, "name-1", "name-2"), 1},
		{"both names", strings.ReplaceAll(two, "name-", "nom-"), 2},
		{"one more", two + "interface-with-a-name-2: 1\n", 2},
	} {
		n, changed, before := new(NetDev), []byte(c.text), []byte(two)
		if n.Parse(before) != nil || len(n.Interfaces) != 2 || cap(n.Interfaces) != 2 {
			t.Fatalf("%d interfaces, room for %d", len(n.Interfaces), cap(n.Interfaces))
		}
		room := n.Interfaces
		got := objects(func() {
			n.Interfaces = room
			n.Parse(changed)
			n.Parse(before)
		})
		// A change that is taken back is as expensive as the change, names only.
		back := map[string]uint64{"a name": 1, "both names": 2}[c.name]
		if got != 100*(c.want+back) {
			t.Errorf("%s: %d objects in 100 changes, want %d each", c.name, got, c.want+back)
		}
	}
}

// TestOpenAllocations reads once from files that were just opened and that fit
// the buffer on the stack: nothing is allocated but what opening allocates.
func TestOpenAllocations(t *testing.T) {
	exact(t)
	read := map[string]func(file, reader) error{
		"loadavg": func(f file, v reader) error { return (&LoadavgFile{f}).Read(v.(*Loadavg)) },
		"meminfo": func(f file, v reader) error { return (&MeminfoFile{f}).Read(v.(*Meminfo)) },
		"stat":    func(f file, v reader) error { return (&StatFile{f}).Read(v.(*Stat)) },
		"status":  func(f file, v reader) error { return (&StatusFile{f}).Read(v.(*Status)) },
		"netdev":  func(f file, v reader) error { return (&NetDevFile{f}).Read(v.(*NetDev)) },
		"diskstats": func(f file, v reader) error {
			return (&DiskstatsFile{f}).Read(v.(*Diskstats))
		},
	}
	for _, p := range parsers {
		name := path.Base(strings.NewReplacer("/dev", "dev").Replace(p.name))
		value, failed := p.fresh(), error(nil)
		value.Parse([]byte(textOf(t, kernel(name))))
		times := func(read func(file, reader) error) uint64 {
			return objects(func() {
				f, err := open(kernel(name))
				failed = errors.Join(failed, err, read(f, value), f.Close())
			})
		}
		alone := times(func(file, reader) error { return nil })
		if got := times(read[name]); got != alone || failed != nil {
			t.Errorf("%s: opened: %d objects in 100 times, also read: %d, %v", p.name, alone, got,
				failed)
		}
	}
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
