package sqlsample

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/loghist"
	"github.com/wring-go/wring/service/mysqltext"
)

// Options say how statements are read and what is kept of them.
type Options struct {
	Text mysqltext.Options
	// Redact keeps no example with its literals.
	Redact bool
	// MaxQueries bounds how many fingerprints are kept apart; 0 is 100,000. What
	// comes after them is booked together.
	MaxQueries int
}

const (
	defaultQueries = 100_000
	maxConnections = 100_000
	maxExample     = 4 << 10 // bytes
	maxNames       = 64      // of databases, users or states, kept apart
)

// other is the fingerprint of what was too much to be kept apart.
const other = "(other statements)"

// Book books statements. Make one with NewBook.
type Book struct {
	opt     Options
	finger  mysqltext.Fingerprinter
	buf     []byte
	entries map[string]*entry
	conns   map[uint64]*conn
	last    *conn
	order   []*entry // by first appearance

	statements, booked int64
	missed             []NotUnderstood
	total, squares     float64 // of seconds
	full               bool

	// Of a server that is watched or counted.
	source             string
	sampled            bool // shares are those of samples
	samples            int64
	looks              int64
	lookCost, lookMax  time.Duration
	digested, executed int64 // executions in the counters, and those of prepared ones
	cut                int64 // statements without an end
}

// entry is what is booked for a fingerprint.
type entry struct {
	print                            string
	calls, samples                   int64
	seconds, squares, max            float64
	lock                             float64
	examined, sent, affected, volume int64
	noIndex, filesort, tmp           int64
	counts                           []uint32 // by bucket, from low on
	low                              int
	databases, users, states         []Tally
	example, exampleDB               []byte
	exampleTime                      time.Duration
	runs                             Runs
	before                           map[*entry]int64
}

// conn is what a connection ran last.
type conn struct {
	id     uint64
	now    *entry
	before *entry
	run    int64
}

// NewBook returns an empty book.
func NewBook(opt Options) *Book {
	if opt.MaxQueries == 0 {
		opt.MaxQueries = defaultQueries
	}
	return &Book{opt: opt, finger: mysqltext.Fingerprinter{Options: opt.Text},
		entries: map[string]*entry{}, conns: map[uint64]*conn{}}
}

// Add books one execution.
func (b *Book) Add(e *Entry) {
	b.statements++
	b.booked++
	q := b.find(e.Text)
	calls := max(e.Calls, 1)
	seconds := e.Duration.Seconds()
	q.calls += calls
	q.samples += max(e.Sights, 1)
	b.samples += max(e.Sights, 1)
	q.seconds += seconds
	b.total += seconds
	each := seconds / float64(calls)
	q.squares += float64(calls) * each * each
	b.squares += float64(calls) * each * each
	q.max = max(q.max, each, e.Max.Seconds())
	q.lock += e.Lock.Seconds()
	q.examined += e.RowsExamined
	q.sent += e.RowsSent
	q.affected += e.RowsAffected
	q.volume += e.BytesSent
	q.count(e.Duration/time.Duration(calls), calls)
	q.flags(e)
	q.databases = tally(q.databases, e.Database)
	q.users = tally(q.users, e.User)
	q.states = tally(q.states, e.State)
	q.show(e)
	if e.Conn != 0 {
		b.follow(e.Conn, q)
	}
}

// Miss books what is not understood.
func (b *Book) Miss(kind string, at Line) {
	b.statements++
	for i := range b.missed {
		if b.missed[i].Kind == kind {
			b.missed[i].Count++
			return
		}
	}
	if len(at.Text) > 200 {
		at.Text = strings.ToValidUTF8(at.Text[:200], "")
	}
	b.missed = append(b.missed, NotUnderstood{Kind: kind, Count: 1, First: at})
}

// Command is how slow logs begin what is a command and no statement.
const command = "# administrator command: "

// find returns the entry of a statement.
func (b *Book) find(text []byte) *entry {
	if bytes.HasPrefix(text, []byte(command)) {
		b.buf = append(b.buf[:0], bytes.TrimRight(text[2:], "; \r\n")...)
	} else {
		b.buf = b.finger.Append(b.buf[:0], text)
	}
	if q := b.entries[string(b.buf)]; q != nil {
		return q
	}
	name := string(b.buf)
	if len(b.entries) >= b.opt.MaxQueries {
		b.full, name = true, other
		if q := b.entries[other]; q != nil {
			return q
		}
	}
	q := &entry{print: name}
	b.entries[name] = q
	b.order = append(b.order, q)
	return q
}

// count counts a duration for the quantiles.
func (q *entry) count(d time.Duration, times int64) {
	bucket := int(loghist.Of(uint64(max(d, 0))))
	switch {
	case len(q.counts) == 0:
		q.low = bucket
	case bucket < q.low:
		q.counts = slices.Insert(q.counts, 0, make([]uint32, q.low-bucket)...)
		q.low = bucket
	}
	for len(q.counts) <= bucket-q.low {
		q.counts = append(q.counts, 0)
	}
	q.counts[bucket-q.low] += uint32(min(times, math.MaxUint32))
}

// quantile returns a quantile of the durations, in seconds.
func (q *entry) quantile(p float64) float64 {
	var cells []loghist.Cell
	n := uint64(0)
	for i, c := range q.counts {
		if c > 0 {
			cells = append(cells, loghist.Cell{Bucket: uint16(q.low + i), Count: uint64(c)})
			n += uint64(c)
		}
	}
	if math.Ceil(p*float64(n)) >= float64(n) {
		return q.max
	}
	return min(loghist.Quantile(cells, n, p)/1e9, q.max)
}

func (q *entry) flags(e *Entry) {
	if e.NoIndex {
		q.noIndex++
	}
	if e.Filesort {
		q.filesort++
	}
	q.filesort += e.Sorts
	if e.TmpTable {
		q.tmp++
	}
}

// show keeps the slowest statement as the example.
func (q *entry) show(e *Entry) {
	if q.example != nil && e.Duration <= q.exampleTime {
		return
	}
	q.example = append(q.example[:0], e.Text[:min(len(e.Text), maxExample)]...)
	q.exampleDB = append(q.exampleDB[:0], e.Database...)
	q.exampleTime = e.Duration
}

// tally counts a name.
func tally(list []Tally, name []byte) []Tally {
	if len(name) == 0 {
		return list
	}
	for i := range list {
		if list[i].Name == string(name) {
			list[i].Count++
			return list
		}
	}
	if len(list) >= maxNames {
		return list
	}
	return append(list, Tally{Name: string(name), Count: 1})
}

// follow notes what a connection ran one after the other.
func (b *Book) follow(id uint64, q *entry) {
	c := b.last
	if c == nil || c.id != id {
		c = b.conns[id]
	}
	if c == nil {
		if len(b.conns) >= maxConnections {
			return
		}
		c = &conn{id: id}
		b.conns[id] = c
	}
	b.last = c
	if c.now == q {
		c.run++
		return
	}
	if strings.HasPrefix(q.print, command[2:]) {
		return // preparing and closing are part of the query beside them
	}
	c.end()
	c.before, c.now, c.run = c.now, q, 1
}

// minRun is how many times in a row look like a loop.
const minRun = 4

// end books the run of the statement that the connection has now left.
func (c *conn) end() {
	if c.now == nil || c.run < minRun {
		return
	}
	r := &c.now.runs
	r.Count++
	r.Calls += c.run
	r.Longest = max(r.Longest, c.run)
	if c.before != nil {
		if c.now.before == nil {
			c.now.before = map[*entry]int64{}
		}
		c.now.before[c.before]++
	}
}
