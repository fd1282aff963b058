package procfs

// Loadavg is how busy the machine is.
type Loadavg struct {
	One, Five, Fifteen float64 // tasks that run or wait, over so many minutes
	Running, Tasks     uint64  // that can run now, and that there are
	LastPID            uint64  // the youngest process
}

// LoadavgFile is /proc/loadavg, open.
type LoadavgFile struct{ file }

// OpenLoadavg opens /proc/loadavg.
func OpenLoadavg() (*LoadavgFile, error) {
	f, err := open("/proc/loadavg")
	return &LoadavgFile{f}, err
}

// Read sets l to what the file says now.
func (f *LoadavgFile) Read(l *Loadavg) error {
	var buf [128]byte
	text, err := f.read(buf[:])
	if err != nil {
		return err
	}
	return l.Parse(text)
}

// Parse sets l to what text says, which has the form of /proc/loadavg:
//
//	0.20 0.18 0.12 1/80 11206
func (l *Loadavg) Parse(text []byte) error {
	line, _ := cutLine(text)
	if !l.parse(line) {
		return misread("loadavg", 1, line)
	}
	return nil
}

func (l *Loadavg) parse(line []byte) bool {
	for _, to := range [...]*float64{&l.One, &l.Five, &l.Fifteen} {
		var field []byte
		var ok bool
		field, line = cutField(line)
		if *to, ok = decimal(field); !ok {
			return false
		}
	}
	tasks, rest := cutField(line)
	last, _ := cutField(rest)
	var ok bool
	if l.Running, l.Tasks, ok = fraction(tasks); !ok {
		return false
	}
	l.LastPID, ok = number(last, 10)
	return ok
}

// fraction reads two numbers with a slash between them.
func fraction(text []byte) (above, below uint64, ok bool) {
	for i, b := range text {
		if b != '/' {
			continue
		}
		above, ok = number(text[:i], 10)
		if !ok {
			return 0, 0, false
		}
		below, ok = number(text[i+1:], 10)
		return above, below, ok
	}
	return 0, 0, false
}
