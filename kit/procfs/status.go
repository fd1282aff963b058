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

// Parse sets s to what text says, which has the form of /proc/self/status. Text
// that the kernel no longer writes stays as it was read before.
func (s *Status) Parse(text []byte) error {
	s.reset()
	for at := 1; len(text) > 0; at++ {
		var line []byte
		line, text = cutLine(text)
		name, rest, ok := cutName(line)
		if !ok || !s.set(name, trim(rest)) {
			return misread("self/status", at, line)
		}
	}
	return nil
}

// set gives a field its value. It reports whether the value makes sense.
func (s *Status) set(name, value []byte) (ok bool) {
	if to := s.text(name); to != nil {
		keep(to, value)
		return true
	}
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
	return true
}

func (i *IDs) parse(value []byte) bool {
	return len(value) > 0 && counters(value, &i.Real, &i.Effective, &i.Saved, &i.FileSystem)
}

// reset sets to 0 what a line may fail to do, and keeps what can be used again:
// the lists' room, and the texts.
func (s *Status) reset() {
	old := *s
	*s = Status{
		Name: old.Name, State: old.State,
		SpeculationStoreBypass:    old.SpeculationStoreBypass,
		SpeculationIndirectBranch: old.SpeculationIndirectBranch,
		CpusAllowed:               old.CpusAllowed, CpusAllowedList: old.CpusAllowedList,
		MemsAllowed: old.MemsAllowed, MemsAllowedList: old.MemsAllowedList,
		Groups: old.Groups[:0], NStgid: old.NStgid[:0], NSpid: old.NSpid[:0],
		NSpgid: old.NSpgid[:0], NSsid: old.NSsid[:0],
		Other: old.Other[:0],
	}
}
