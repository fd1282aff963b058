package trace

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// fileFormat is the version of the file that the overlay writes; see
// overlay/runtime/wring_dump.go, which describes it.
const fileFormat = 2

// section is what one traced section allocated.
type section struct {
	name    string
	n       uint64 // operations
	objects uint64 // by the runtime's counters
	bytes   uint64
	lost    uint64 // allocations that could not be booked
	forced  uint64 // switches made while allocations were under way
	cells   []cell
}

// cell counts the objects of one stack, type and size, allocated by goroutines
// with one set of labels.
type cell struct {
	node, typ, size, charged, labels, count uint64
}

// node is a stack, leaf first.
type node struct {
	flags uint64
	pcs   []uint64
}

// The flags of a node that matter to the reader.
const nodeCut = 2 // the stack was deeper than the tracer follows

type typeInfo struct {
	size uint64
	name string
}

// decoder reads the file of one traced process while it is being written.
type decoder struct {
	buf      []byte // not yet decoded
	version  string // the program's Go version; "" before the header
	pcs      map[uint64][]alloc.Frame
	types    map[uint64]typeInfo
	nodes    map[uint64]node
	labels   map[uint64][]alloc.Label
	cells    []cell // of the section that ends next
	sections []section
	begun    string // name of the section begun last
	inside   bool   // it has not ended
}

func newDecoder() *decoder {
	return &decoder{
		pcs:   map[uint64][]alloc.Frame{},
		types: map[uint64]typeInfo{},
		nodes: map[uint64]node{},
		// 0 stands for goroutines without any of the labels.
		labels: map[uint64][]alloc.Label{0: {}},
	}
}

// feed decodes as many records as data completes. After an error the decoder
// is of no more use, but what it decoded before stays.
func (d *decoder) feed(data []byte) error {
	d.buf = append(d.buf, data...)
	for len(d.buf) > 0 {
		r := reader{data: d.buf}
		d.record(&r)
		if r.err == errShort {
			return nil
		}
		if r.err != nil {
			return r.err
		}
		d.buf = d.buf[r.pos:]
	}
	return nil
}

// record decodes one record. Nothing in d changes when it is incomplete.
func (d *decoder) record(r *reader) {
	tag := r.byte()
	if d.version == "" && tag != 'H' {
		r.fail("it does not begin with a header")
		return
	}
	switch tag {
	case 'H':
		d.header(r)
	case 'B':
		if name := r.string(); r.err == nil {
			d.begun, d.inside, d.cells = name, true, nil
		}
	case 'P':
		d.frames(r)
	case 'T':
		if addr, t := r.uint(), (typeInfo{r.uint(), r.string()}); r.err == nil {
			d.types[addr] = t
		}
	case 'N':
		d.node(r)
	case 'L':
		d.labelSet(r)
	case 'C':
		if c := (cell{r.uint(), r.uint(), r.uint(), r.uint(), r.uint(), r.uint()}); r.err == nil {
			d.cells = append(d.cells, c)
		}
	case 'E':
		d.end(r)
	default:
		r.fail(fmt.Sprintf("unknown record %q", tag))
	}
}

func (d *decoder) header(r *reader) {
	format := r.uint()
	if r.err == nil && format != fileFormat {
		r.fail(fmt.Sprintf("its format is %d, not %d", format, fileFormat))
		return
	}
	if version := r.string(); r.err == nil {
		d.version = version
	}
}

func (d *decoder) frames(r *reader) {
	pc, n := r.uint(), r.uint()
	if n > 1000 {
		r.fail("too many inlined calls")
		return
	}
	frames := make([]alloc.Frame, 0, n)
	for range n {
		f := alloc.Frame{Func: r.string(), File: r.string(), Line: int(r.uint())}
		if r.err != nil {
			return
		}
		frames = append(frames, f)
	}
	if r.err == nil {
		d.pcs[pc] = frames
	}
}

func (d *decoder) node(r *reader) {
	addr, flags, n := r.uint(), r.uint(), r.uint()
	if n > 1000 {
		r.fail("a stack is too deep")
		return
	}
	pcs := make([]uint64, n)
	for i := range pcs {
		pcs[i] = r.uint()
	}
	if r.err == nil {
		d.nodes[addr] = node{flags, pcs}
	}
}

// labelSet decodes a set of labels. An empty one stands for all sets that the
// tracer had no room for.
func (d *decoder) labelSet(r *reader) {
	id, n := r.uint(), r.uint()
	if n > MaxLabelKeys || id == 0 && r.err == nil {
		r.fail("a set of labels is not one that was asked for")
		return
	}
	set := make([]alloc.Label, 0, n)
	for range n {
		set = append(set, alloc.Label{Key: r.string(), Value: r.string()})
	}
	if r.err == nil {
		d.labels[id] = set
	}
}

func (d *decoder) end(r *reader) {
	s := section{name: r.string(), n: r.uint(), objects: r.uint(), bytes: r.uint(),
		lost: r.uint(), forced: r.uint(), cells: d.cells}
	if r.err != nil {
		return
	}
	for _, c := range s.cells {
		if _, ok := d.nodes[c.node]; !ok {
			r.fail("a count without its stack")
			return
		}
		if _, ok := d.labels[c.labels]; !ok {
			r.fail("a count without its labels")
			return
		}
	}
	d.sections = append(d.sections, s)
	d.cells, d.inside = nil, false
}

// errShort says that a record is not complete yet.
var errShort = errors.New("incomplete record")

// reader takes values off the front of data. After the first error it returns
// zero values only.
type reader struct {
	data []byte
	pos  int
	err  error
}

func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = errors.New("the trace file is damaged: " + what)
	}
}

func (r *reader) byte() byte {
	if r.err == nil && r.pos == len(r.data) {
		r.err = errShort
	}
	if r.err != nil {
		return 0
	}
	r.pos++
	return r.data[r.pos-1]
}

func (r *reader) uint() uint64 {
	var x uint64
	for shift := 0; ; shift += 7 {
		b := r.byte()
		if shift > 63 {
			r.fail("a number is too large")
		}
		if r.err != nil {
			return 0
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return x
		}
	}
}

// maxString bounds a name, so that a damaged length is not taken for a long wait.
const maxString = 1 << 20

func (r *reader) string() string {
	n := r.uint()
	if n > maxString {
		r.fail("a name is too long")
	}
	if r.err == nil && uint64(len(r.data)-r.pos) < n {
		r.err = errShort
	}
	if r.err != nil {
		return ""
	}
	s := string(r.data[r.pos : r.pos+int(n)])
	r.pos += int(n)
	return strings.ToValidUTF8(s, "�")
}
