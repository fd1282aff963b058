//go:build wring_overlay

package runtime

import (
	"internal/abi"
	"unsafe"
)

// The file that a traced process writes is a sequence of records. Each is one
// tag byte followed by unsigned varints and strings (length, then bytes).
//
//	H version, Go version                       once, first
//	B name                                      a section begins
//	P pc, count, count × (func, file, line)     a return address: its calls, innermost first
//	T type, size, string                        a type
//	N node, flags, count, count × pc            a stack, leaf first
//	L set, count, count × (key, value)          a set of labels; empty for all without room
//	C node, type, size, charged, set, count     what a stack allocated in the section
//	E name, n, objects, bytes, lost, forced     it ends, with the runtime's own counters
//
// Nodes, types and return addresses are written once and named by address, sets
// of labels by number: 0 is none.
const wringFormat = 2

// wringFile is the open file, its buffer, and what was written already.
var wringFile struct {
	fd    int32
	open  bool
	bad   bool // a write failed; the file is of no use
	n     int
	buf   [4 << 10]byte
	pcs   wringSeen
	types wringSeen
	mem   wringTable // memory for the two sets
}

// wringOpen creates the file. path ends in a zero byte.
func wringOpen(path *byte) {
	const flags = 0x1 | 0x40 | 0x80 // O_WRONLY|O_CREAT|O_EXCL on linux
	fd := open(path, flags|_O_CLOEXEC, 0o600)
	if fd < 0 {
		return
	}
	wringFile.fd = fd
	wringFile.open = true
	wringPut('H')
	wringPutUint(wringFormat)
	wringPutString(buildVersion)
	wringFlush()
}

func wringBegin(name string) {
	if !wringFile.open {
		return
	}
	wringPut('B')
	wringPutString(name)
	wringFlush()
}

// wringEnd writes what was booked since the last reset. Booking is off.
func wringEnd(name string, n, objects, bytes uint64) {
	if !wringFile.open {
		return
	}
	wringPutLabels()
	for t := wringTables; t != nil; t = t.next {
		for c := t.cells; c != nil; c = c.next {
			if c.count != 0 {
				wringPutCell(c)
			}
		}
	}
	wringPut('E')
	wringPutString(name)
	wringPutUint(n)
	wringPutUint(objects)
	wringPutUint(bytes)
	wringPutUint(wringLost)
	wringPutUint(wringForced)
	wringFlush()
}

func wringPutCell(c *wringCell) {
	if c.node.flags&wringDefined == 0 {
		c.node.flags |= wringDefined
		wringPutNode(c.node)
	}
	if c.typ != 0 && wringFile.types.add(&wringFile.mem, c.typ) {
		t := (*_type)(unsafe.Pointer(c.typ))
		wringPut('T')
		wringPutUint(uint64(c.typ))
		wringPutUint(uint64(t.Size_))
		wringPutString(toRType(t).string())
	}
	wringPut('C')
	wringPutUint(uint64(uintptr(unsafe.Pointer(c.node))))
	wringPutUint(uint64(c.typ))
	wringPutUint(uint64(c.size))
	wringPutUint(uint64(c.charged))
	wringPutUint(uint64(c.labels))
	wringPutUint(c.count)
}

func wringPutNode(node *wringNode) {
	logical := node.flags&wringLogical != 0
	for _, pc := range node.pcs() {
		key := pc
		if logical {
			key ^= 1 << 63 // the same address stands for fewer calls
		}
		if wringFile.pcs.add(&wringFile.mem, key) {
			wringPutPC(uint64(key), pc, logical)
		}
	}
	wringPut('N')
	wringPutUint(uint64(uintptr(unsafe.Pointer(node))))
	wringPutUint(uint64(node.flags))
	wringPutUint(uint64(node.npcs))
	for _, pc := range node.pcs() {
		if logical {
			pc ^= 1 << 63
		}
		wringPutUint(uint64(pc))
	}
}

// wringPutPC writes the calls that a return address stands for.
func wringPutPC(key uint64, pc uintptr, logical bool) {
	f := findfunc(pc)
	wringPut('P')
	wringPutUint(key)
	if !f.valid() {
		wringPutUint(0)
		return
	}
	if pc > f.entry() {
		pc--
	}
	depth := uint64(0)
	for u, uf := newInlineUnwinder(f, pc); uf.valid(); uf = u.next(uf) {
		depth++
		if logical {
			break
		}
	}
	wringPutUint(depth)
	u, uf := newInlineUnwinder(f, pc)
	for ; depth > 0; depth-- {
		sf := u.srcFunc(uf)
		file, line := u.fileLine(uf)
		wringPutFunc(sf.name(), sf.funcID)
		wringPutString(file)
		wringPutUint(uint64(line))
		uf = u.next(uf)
	}
}

// wringPutFunc writes a function's name as pprof prints it; wrappers that the
// compiler made are marked by an empty name, as tracebacks leave them out.
func wringPutFunc(name string, id abi.FuncID) {
	if id == abi.FuncIDWrapper {
		wringPutUint(0)
		return
	}
	// As funcNameForPrint, which allocates: F[go.shape.int] is F[...].
	i := bytealgIndexByte(name, '[')
	j := len(name) - 1
	for i >= 0 && j > i && name[j] != ']' {
		j--
	}
	if i < 0 || j <= i {
		wringPutString(name)
		return
	}
	const dots = "[...]"
	wringPutUint(uint64(i + len(dots) + len(name) - j - 1))
	wringPutBytes(name[:i])
	wringPutBytes(dots)
	wringPutBytes(name[j+1:])
}

func bytealgIndexByte(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func wringPut(b byte) {
	f := &wringFile
	if f.n == len(f.buf) {
		wringFlush()
	}
	f.buf[f.n] = b
	f.n++
}

func wringPutUint(x uint64) {
	for x >= 0x80 {
		wringPut(byte(x) | 0x80)
		x >>= 7
	}
	wringPut(byte(x))
}

func wringPutString(s string) {
	wringPutUint(uint64(len(s)))
	wringPutBytes(s)
}

func wringPutBytes(s string) {
	for i := 0; i < len(s); i++ {
		wringPut(s[i])
	}
}

// wringFlush writes the buffer. After a failed write nothing more is written:
// the reader sees that the file ends in the middle and says so.
func wringFlush() {
	f := &wringFile
	for p := 0; p < f.n && !f.bad; {
		n := write1(uintptr(f.fd), unsafe.Pointer(&f.buf[p]), int32(f.n-p))
		switch {
		case n > 0:
			p += int(n)
		case n != -4: // EINTR
			f.bad = true
		}
	}
	f.n = 0
}
