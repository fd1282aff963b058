package procfs

// Meminfo is what the machine's memory is used for, in bytes, under the names
// that the kernel gives. HugePagesTotal and the three below it count pages.
type Meminfo struct {
	MemTotal, MemFree, MemAvailable          uint64
	Buffers, Cached, SwapCached              uint64
	Active, Inactive                         uint64
	ActiveAnon, InactiveAnon                 uint64
	ActiveFile, InactiveFile                 uint64
	Unevictable, Mlocked                     uint64
	HighTotal, HighFree, LowTotal, LowFree   uint64 // on 32 bits only
	MmapCopy                                 uint64 // without a memory management unit only
	SwapTotal, SwapFree, Zswap, Zswapped     uint64
	Dirty, Writeback, AnonPages, Mapped      uint64
	Shmem, KReclaimable                      uint64
	Slab, SReclaimable, SUnreclaim           uint64
	KernelStack, ShadowCallStack             uint64
	PageTables, SecPageTables, Quicklists    uint64
	NFSUnstable, Bounce, WritebackTmp        uint64
	CommitLimit, CommittedAS                 uint64
	VmallocTotal, VmallocUsed, VmallocChunk  uint64
	Percpu, HardwareCorrupted                uint64
	EarlyMemtestBad                          uint64
	AnonHugePages                            uint64
	ShmemHugePages, ShmemPmdMapped           uint64
	FileHugePages, FilePmdMapped             uint64
	CmaTotal, CmaFree, Unaccepted, Balloon   uint64
	HugePagesTotal, HugePagesFree            uint64
	HugePagesRsvd, HugePagesSurp             uint64
	Hugepagesize, Hugetlb                    uint64
	DirectMap4k, DirectMap2M, DirectMap4M    uint64
	DirectMap1G, DirectMap64k, DirectMap512M uint64

	Other []Amount // what else the kernel wrote, in its order
}

// MeminfoFile is /proc/meminfo, open.
type MeminfoFile struct{ file }

// OpenMeminfo opens /proc/meminfo.
func OpenMeminfo() (*MeminfoFile, error) {
	f, err := open("/proc/meminfo")
	return &MeminfoFile{f}, err
}

// Read sets m to what the file says now.
func (f *MeminfoFile) Read(m *Meminfo) error {
	var buf [4096]byte
	text, err := f.read(buf[:])
	if err != nil {
		return err
	}
	return m.Parse(text)
}

// Parse sets m to what text says, which has the form of /proc/meminfo.
func (m *Meminfo) Parse(text []byte) error {
	*m = Meminfo{Other: m.Other[:0]}
	for at := 1; len(text) > 0; at++ {
		var line []byte
		line, text = cutLine(text)
		name, rest, named := cutName(line)
		if !named || !m.line(name, rest) {
			return misread("meminfo", at, line)
		}
	}
	return nil
}

func (m *Meminfo) line(name, rest []byte) bool {
	value, ok := amount(rest)
	if to := m.field(name); to != nil {
		*to = value
		return ok
	}
	m.Other = extend(m.Other)
	m.Other[len(m.Other)-1].set(name, value, ok, rest)
	return len(name) > 0
}

// field returns where the value of name belongs, or nil.
func (m *Meminfo) field(name []byte) *uint64 {
	if to := m.common(name); to != nil {
		return to
	}
	return m.rare(name)
}
