package procfs

// NetDev is what each network interface has moved.
type NetDev struct {
	Interfaces []Interface
}

// Interface is one network interface.
type Interface struct {
	Name     string
	Receive  Received
	Transmit Transmitted
}

// Received counts what came in.
type Received struct {
	Bytes, Packets, Errors, Dropped, FIFO, Frame, Compressed, Multicast uint64
}

// Transmitted counts what went out.
type Transmitted struct {
	Bytes, Packets, Errors, Dropped, FIFO, Collisions, Carrier, Compressed uint64
}

// NetDevFile is /proc/net/dev, open.
type NetDevFile struct{ file }

// OpenNetDev opens /proc/net/dev. It shows the network namespace that the
// calling process is in now.
func OpenNetDev() (*NetDevFile, error) {
	f, err := open("/proc/self/net/dev")
	return &NetDevFile{f}, err
}

// Read sets n to what the file says now.
func (f *NetDevFile) Read(n *NetDev) error {
	var buf [4096]byte
	text, err := f.read(buf[:])
	if err != nil {
		return err
	}
	return n.Parse(text)
}

// Parse sets n to what text says, which has the form of /proc/net/dev: two
// lines of titles, and one for each interface.
func (n *NetDev) Parse(text []byte) error {
	n.Interfaces = n.Interfaces[:0]
	for at := 1; len(text) > 0; at++ {
		var line []byte
		line, text = cutLine(text)
		if at <= 2 {
			continue
		}
		n.Interfaces = extend(n.Interfaces)
		if !n.Interfaces[len(n.Interfaces)-1].parse(line) {
			return misread("net/dev", at, line)
		}
	}
	return nil
}

func (i *Interface) parse(line []byte) bool {
	name, rest, ok := cutInterface(line)
	if !ok {
		return false
	}
	keep(&i.Name, name)
	r, t := &i.Receive, &i.Transmit
	_, ok = counters(rest, &r.Bytes, &r.Packets, &r.Errors, &r.Dropped,
		&r.FIFO, &r.Frame, &r.Compressed, &r.Multicast,
		&t.Bytes, &t.Packets, &t.Errors, &t.Dropped,
		&t.FIFO, &t.Collisions, &t.Carrier, &t.Compressed)
	return ok
}

// cutInterface cuts a line behind the last colon: an alias such as "eth0:1" has
// one in its name, and the numbers have none.
func cutInterface(line []byte) (name, rest []byte, ok bool) {
	for i := len(line) - 1; i >= 0; i-- {
		if line[i] == ':' {
			name = trim(line[:i])
			return name, line[i+1:], len(name) > 0 && len(trim(line[i+1:])) > 0
		}
	}
	return nil, nil, false
}
