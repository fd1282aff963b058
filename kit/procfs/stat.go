package procfs

// Stat is what the processors have done since the machine was started.
type Stat struct {
	CPU  CPU   // all of them together; its Number is 0
	CPUs []CPU // each that is online

	Interrupts   uint64   // all, also those without a number
	PerInterrupt []uint64 // by number

	ContextSwitches uint64
	BootTime        uint64 // seconds since 1970
	Processes       uint64 // that were ever started
	Running         uint64 // tasks that can run now
	Blocked         uint64 // tasks that wait for a disk

	SoftInterrupts   uint64
	PerSoftInterrupt []uint64 // HI, TIMER, NET_TX, NET_RX, BLOCK, IRQ_POLL, TASKLET, SCHED, ...

	Other []Amount // what else the kernel wrote: the first number of each line
}

// CPU is what one processor has done, in ticks.
type CPU struct {
	Number                                                                  uint64
	User, Nice, System, Idle, IOWait, IRQ, SoftIRQ, Steal, Guest, GuestNice uint64
}

// StatFile is /proc/stat, open.
type StatFile struct{ file }

// OpenStat opens /proc/stat.
func OpenStat() (*StatFile, error) {
	f, err := open("/proc/stat")
	return &StatFile{f}, err
}

// Read sets s to what the file says now.
func (f *StatFile) Read(s *Stat) error {
	var buf [4096]byte
	text, err := f.read(buf[:])
	if err != nil {
		return err
	}
	return s.Parse(text)
}

// Parse sets s to what text says, which has the form of /proc/stat.
func (s *Stat) Parse(text []byte) error {
	*s = Stat{
		CPUs:             s.CPUs[:0],
		PerInterrupt:     s.PerInterrupt[:0],
		PerSoftInterrupt: s.PerSoftInterrupt[:0],
		Other:            s.Other[:0],
	}
	for at := 1; len(text) > 0; at++ {
		var line []byte
		line, text = cutLine(text)
		name, rest := cutField(line)
		if !s.line(name, rest) {
			return misread("stat", at, line)
		}
	}
	return nil
}

func (s *Stat) line(name, rest []byte) (ok bool) {
	first, more := cutField(rest)
	value, ok := number(first, 10)
	listed := true
	switch string(name) {
	case "intr":
		s.Interrupts = value
		s.PerInterrupt, listed = list(s.PerInterrupt, more)
	case "softirq":
		s.SoftInterrupts = value
		s.PerSoftInterrupt, listed = list(s.PerSoftInterrupt, more)
	case "ctxt":
		s.ContextSwitches = value
	case "btime":
		s.BootTime = value
	case "processes":
		s.Processes = value
	case "procs_running":
		s.Running = value
	case "procs_blocked":
		s.Blocked = value
	case "cpu":
		return s.CPU.parse(rest)
	default:
		return s.unnamed(name, value, ok, rest)
	}
	return ok && listed
}

// unnamed reads a line of a processor by itself, or one that is new, which may
// begin with a number or not.
func (s *Stat) unnamed(name []byte, value uint64, isNumber bool, rest []byte) bool {
	if len(name) > 3 && string(name[:3]) == "cpu" {
		if cpu, ok := number(name[3:], 10); ok {
			s.CPUs = extend(s.CPUs)
			c := &s.CPUs[len(s.CPUs)-1]
			c.Number = cpu
			return c.parse(rest)
		}
	}
	s.Other = extend(s.Other)
	s.Other[len(s.Other)-1].set(name, value, isNumber, rest)
	return len(name) > 0
}

func (c *CPU) parse(line []byte) bool {
	n, ok := counters(line, &c.User, &c.Nice, &c.System, &c.Idle, &c.IOWait,
		&c.IRQ, &c.SoftIRQ, &c.Steal, &c.Guest, &c.GuestNice)
	return ok && n > 0
}
