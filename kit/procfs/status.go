package procfs

// Status is what the kernel knows of a process, under the names that the kernel
// gives; sizes are in bytes.
type Status struct {
	Name  string // of the program, at most 15 bytes, as the kernel escapes it
	Umask uint64
	State string // as "S (sleeping)"

	Tgid, Ngid, Pid, PPid, TracerPid uint64
	Uid, Gid                         IDs
	FDSize                           uint64 // descriptors that there is room for
	Groups                           []uint32
	NStgid, NSpid, NSpgid, NSsid     []uint32 // in each namespace, the outermost first
	Kthread                          uint64

	VmPeak, VmSize, VmLck, VmPin, VmHWM, VmRSS      uint64
	RssAnon, RssFile, RssShmem                      uint64
	VmData, VmStk, VmExe, VmLib, VmPTE, VmPMD       uint64
	VmSwap, HugetlbPages                            uint64
	CoreDumping, THPEnabled, UntagMask, Threads     uint64
	SigQ                                            Queue
	SigPnd, ShdPnd, SigBlk, SigIgn, SigCgt          uint64 // one bit for each signal
	CapInh, CapPrm, CapEff, CapBnd, CapAmb          uint64 // one bit for each capability
	NoNewPrivs, Seccomp, SeccompFilters             uint64
	SpeculationStoreBypass                          string
	SpeculationIndirectBranch                       string
	CpusAllowed, CpusAllowedList                    string // as "3" and "0-1"
	MemsAllowed, MemsAllowedList                    string
	VoluntaryCtxtSwitches, NonvoluntaryCtxtSwitches uint64

	Other []Text // what else the kernel wrote, in its order
}

// IDs are the four of a user or a group.
type IDs struct {
	Real, Effective, Saved, FileSystem uint64
}

// Queue says how many signals wait for the user, and how many may.
type Queue struct {
	Queued, Limit uint64
}

// Text is a line of a file that this package has no name for.
type Text struct {
	Name, Value string
}

// StatusFile is /proc/self/status, open.
type StatusFile struct{ file }

// OpenStatus opens /proc/self/status. It speaks of the calling process, also
// where a thread of its own opened it.
func OpenStatus() (*StatusFile, error) {
	f, err := open("/proc/self/status")
	return &StatusFile{f}, err
}

// Read sets s to what the file says now.
func (f *StatusFile) Read(s *Status) error {
	var buf [4096]byte
	text, err := f.read(buf[:])
	if err != nil {
		return err
	}
	return s.Parse(text)
}

// Parse sets s to what text says, which has the form of /proc/self/status.
func (s *Status) Parse(text []byte) error {
	old := *s
	s.reset()
	for at := 1; len(text) > 0; at++ {
		var line []byte
		line, text = cutLine(text)
		name, rest, ok := cutName(line)
		if !ok || !s.set(name, rest, &old) {
			return misread("self/status", at, line)
		}
	}
	return nil
}

// set gives a field its value, or a text that is the same as an old one. It
// reports whether the value makes sense.
func (s *Status) set(name, value []byte, old *Status) (ok bool) {
	if to := s.text(name); to != nil {
		value = untabbed(value)
		if *to = state(value); *to == "" {
			*to = same(*old.text(name), value)
		}
		return true
	}
	value = trim(value)
	if to := s.memory(name); to != nil {
		*to, ok = amount(value)
		return ok
	}
	if to, base := s.numeral(name); to != nil {
		*to, ok = number(digits(value, base), base)
		return ok
	}
	if to := s.numbers(name); to != nil {
		*to, ok = list(*to, value)
		return ok
	}
	return s.compound(name, value)
}

// untabbed returns value without the tab in front: the name of a program may
// begin and end with blanks.
func untabbed(value []byte) []byte {
	if len(value) > 0 && value[0] == '\t' {
		return value[1:]
	}
	return trim(value)
}

// digits returns the digits of a number, without the 0x in front that some have.
func digits(value []byte, base uint64) []byte {
	if base == 16 && len(value) > 2 && string(value[:2]) == "0x" {
		return value[2:]
	}
	return value
}

// compound sets a field that has parts, or appends to Other.
func (s *Status) compound(name, value []byte) (ok bool) {
	switch string(name) {
	case "Uid":
		return s.Uid.parse(value)
	case "Gid":
		return s.Gid.parse(value)
	case "SigQ":
		s.SigQ.Queued, s.SigQ.Limit, ok = fraction(value)
		return ok
	}
	s.Other = extend(s.Other)
	other := &s.Other[len(s.Other)-1]
	keep(&other.Name, name)
	keep(&other.Value, value)
	return len(name) > 0
}

// parse reads all four: an owner that is missing must not become root.
func (i *IDs) parse(value []byte) bool {
	n, ok := counters(value, &i.Real, &i.Effective, &i.Saved, &i.FileSystem)
	return ok && n == 4
}

// reset empties s, but for the room of its lists.
func (s *Status) reset() {
	*s = Status{
		Groups: s.Groups[:0], NStgid: s.NStgid[:0], NSpid: s.NSpid[:0],
		NSpgid: s.NSpgid[:0], NSsid: s.NSsid[:0],
		Other: s.Other[:0],
	}
}
