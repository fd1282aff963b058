package procfs

import (
	"fmt"
	"slices"
	"testing"
)

// A parser is one of the six, and its name in messages.
type parser struct {
	name  string
	fresh func() reader
}

type reader interface{ Parse([]byte) error }

// parse reads text into a fresh value.
func (p parser) parse(text string) (any, error) {
	v := p.fresh()
	return v, v.Parse([]byte(text))
}

var parsers = []parser{
	{"loadavg", func() reader { return new(Loadavg) }},
	{"meminfo", func() reader { return new(Meminfo) }},
	{"stat", func() reader { return new(Stat) }},
	{"self/status", func() reader { return new(Status) }},
	{"net/dev", func() reader { return new(NetDev) }},
	{"diskstats", func() reader { return new(Diskstats) }},
}

func parserOf(file string) parser {
	return parsers[slices.IndexFunc(parsers, func(p parser) bool { return p.name == file })]
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
			&Meminfo{Other: []Amount{{Name: "MemNew(x)", Value: 2048}}}},
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
				Other: []Amount{{Name: "new", Value: 4}}}},
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
		got, err := parserOf(c.file).parse(c.text)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
			t.Errorf("%s, %s: %v\n got %+v\nwant %+v", c.file, c.name, err, got, c.want)
		}
	}
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
