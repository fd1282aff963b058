package procfs

// text returns where text belongs, or nil.
func (s *Status) text(name []byte) *string {
	switch string(name) {
	case "Name":
		return &s.Name
	case "State":
		return &s.State
	case "Speculation_Store_Bypass":
		return &s.SpeculationStoreBypass
	case "SpeculationIndirectBranch":
		return &s.SpeculationIndirectBranch
	case "Cpus_allowed":
		return &s.CpusAllowed
	case "Cpus_allowed_list":
		return &s.CpusAllowedList
	case "Mems_allowed":
		return &s.MemsAllowed
	case "Mems_allowed_list":
		return &s.MemsAllowedList
	}
	return nil
}

// state returns text if it is the state of a process, under the name that kernels
// give it, and otherwise nothing. A process changes between two of them all the
// time, and no old text is the same as the new one then.
func state(text []byte) string {
	for _, name := range states {
		if string(text) == name {
			return name
		}
	}
	return ""
}

var states = [...]string{"R (running)", "S (sleeping)", "D (disk sleep)", "T (stopped)",
	"t (tracing stop)", "X (dead)", "Z (zombie)", "P (parked)", "I (idle)"}

// memory returns where an amount of memory belongs, or nil.
func (s *Status) memory(name []byte) *uint64 {
	switch string(name) {
	case "VmPeak":
		return &s.VmPeak
	case "VmSize":
		return &s.VmSize
	case "VmLck":
		return &s.VmLck
	case "VmPin":
		return &s.VmPin
	case "VmHWM":
		return &s.VmHWM
	case "VmRSS":
		return &s.VmRSS
	case "RssAnon":
		return &s.RssAnon
	case "RssFile":
		return &s.RssFile
	case "RssShmem":
		return &s.RssShmem
	case "VmData":
		return &s.VmData
	case "VmStk":
		return &s.VmStk
	case "VmExe":
		return &s.VmExe
	case "VmLib":
		return &s.VmLib
	case "VmPTE":
		return &s.VmPTE
	case "VmPMD":
		return &s.VmPMD
	case "VmSwap":
		return &s.VmSwap
	case "HugetlbPages":
		return &s.HugetlbPages
	}
	return nil
}

// numeral returns where a number belongs and the base that it is written in, or
// nil.
func (s *Status) numeral(name []byte) (to *uint64, base uint64) {
	switch string(name) {
	case "Umask":
		return &s.Umask, 8
	case "Tgid":
		return &s.Tgid, 10
	case "Ngid":
		return &s.Ngid, 10
	case "Pid":
		return &s.Pid, 10
	case "PPid":
		return &s.PPid, 10
	case "TracerPid":
		return &s.TracerPid, 10
	case "FDSize":
		return &s.FDSize, 10
	case "Kthread":
		return &s.Kthread, 10
	case "CoreDumping":
		return &s.CoreDumping, 10
	case "THP_enabled":
		return &s.THPEnabled, 10
	case "Threads":
		return &s.Threads, 10
	case "NoNewPrivs":
		return &s.NoNewPrivs, 10
	case "Seccomp":
		return &s.Seccomp, 10
	case "Seccomp_filters":
		return &s.SeccompFilters, 10
	case "voluntary_ctxt_switches":
		return &s.VoluntaryCtxtSwitches, 10
	case "nonvoluntary_ctxt_switches":
		return &s.NonvoluntaryCtxtSwitches, 10
	case "untag_mask":
		return &s.UntagMask, 16
	case "SigPnd":
		return &s.SigPnd, 16
	case "ShdPnd":
		return &s.ShdPnd, 16
	case "SigBlk":
		return &s.SigBlk, 16
	case "SigIgn":
		return &s.SigIgn, 16
	case "SigCgt":
		return &s.SigCgt, 16
	case "CapInh":
		return &s.CapInh, 16
	case "CapPrm":
		return &s.CapPrm, 16
	case "CapEff":
		return &s.CapEff, 16
	case "CapBnd":
		return &s.CapBnd, 16
	case "CapAmb":
		return &s.CapAmb, 16
	}
	return nil, 0
}

// numbers returns where a list of numbers belongs, or nil.
func (s *Status) numbers(name []byte) *[]uint32 {
	switch string(name) {
	case "Groups":
		return &s.Groups
	case "NStgid":
		return &s.NStgid
	case "NSpid":
		return &s.NSpid
	case "NSpgid":
		return &s.NSpgid
	case "NSsid":
		return &s.NSsid
	}
	return nil
}
