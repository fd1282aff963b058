package procfs

// Diskstats is what each block device has done.
type Diskstats struct {
	Disks []Disk
}

// Disk is one block device or partition. Times are in milliseconds, sectors
// have 512 bytes. A kernel before 4.18 knows nothing of discards, one before
// 5.5 nothing of flushes; before 2.6.25 a partition has only Reads, SectorsRead,
// Writes and SectorsWritten.
type Disk struct {
	Major, Minor uint64
	Name         string

	Reads, ReadsMerged, SectorsRead, ReadTime               uint64
	Writes, WritesMerged, SectorsWritten, WriteTime         uint64
	InFlight, BusyTime, WeightedTime                        uint64
	Discards, DiscardsMerged, SectorsDiscarded, DiscardTime uint64
	Flushes, FlushTime                                      uint64
}

// DiskstatsFile is /proc/diskstats, open.
type DiskstatsFile struct{ file }

// OpenDiskstats opens /proc/diskstats.
func OpenDiskstats() (*DiskstatsFile, error) {
	f, err := open("/proc/diskstats")
	return &DiskstatsFile{f}, err
}

// Read sets d to what the file says now.
func (f *DiskstatsFile) Read(d *Diskstats) error {
	var buf [4096]byte
	text, err := f.read(buf[:])
	if err != nil {
		return err
	}
	return d.Parse(text)
}

// Parse sets d to what text says, which has the form of /proc/diskstats.
func (d *Diskstats) Parse(text []byte) error {
	d.Disks = d.Disks[:0]
	for at := 1; len(text) > 0; at++ {
		var line []byte
		line, text = cutLine(text)
		d.Disks = extend(d.Disks)
		if !d.Disks[len(d.Disks)-1].parse(line) {
			return misread("diskstats", at, line)
		}
	}
	return nil
}

func (d *Disk) parse(line []byte) (ok bool) {
	major, line := cutField(line)
	minor, line := cutField(line)
	name, line := cutField(line)
	if d.Major, ok = number(major, 10); !ok {
		return false
	}
	if d.Minor, ok = number(minor, 10); !ok {
		return false
	}
	keep(&d.Name, name)
	n, ok := counters(line, &d.Reads, &d.ReadsMerged, &d.SectorsRead, &d.ReadTime,
		&d.Writes, &d.WritesMerged, &d.SectorsWritten, &d.WriteTime,
		&d.InFlight, &d.BusyTime, &d.WeightedTime,
		&d.Discards, &d.DiscardsMerged, &d.SectorsDiscarded, &d.DiscardTime,
		&d.Flushes, &d.FlushTime)
	if n == 4 {
		d.SectorsRead, d.Writes, d.SectorsWritten = d.ReadsMerged, d.SectorsRead, d.ReadTime
		d.ReadsMerged, d.ReadTime = 0, 0
	}
	return ok && n > 0
}
