package room

import (
	"bytes"
	"sync"
)

// Conn is where a member's frames go.
type Conn interface {
	// Try writes as much of p as can be written without waiting, and returns
	// how much that was. When that was a part, nothing else is written until
	// Write is called with the rest.
	Try(p []byte) (int, error)

	// Write writes all of p, and waits for as long as that takes.
	Write(p []byte) (int, error)
}

// Member is a client in a room. What a connection takes at once is written by the
// room's goroutine. What it does not take goes into a bounded queue, and a
// goroutine writes from there as long as the queue is not empty. A member that
// keeps up costs no goroutine.
type Member struct {
	Name string

	place int    // in the room's list; the room's lock guards it
	from  uint64 // the first event that is not in the welcome and the history; fixed
	limit int
	conn  Conn
	put   func()
	drain func() // the method, bound once: binding takes memory

	mu       sync.Mutex
	rest     []byte   // what Try has left of a frame; written also for who is gone
	waiting  [][]byte // messages, the oldest first
	batch    []byte   // what is being written; only the draining goroutine uses it
	taken    int      // messages in the batch
	draining bool
	gone     bool          // nothing is sent any more
	empty    chan struct{} // closed when the queue is empty; nil if no one waits for that
}

func newMember(name string, limit int, conn Conn, put func()) *Member {
	m := &Member{Name: name, limit: limit, conn: conn, put: put}
	m.drain = m.writeAll
	return m
}

// deliver sends messages, of which joined holds all in one.
func (m *Member) deliver(messages [][]byte, joined []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.gone {
		return
	}
	if !m.draining {
		n, err := m.conn.Try(joined)
		switch {
		case err != nil:
			m.stop() // whoever reads from the connection sees the reason, too
			return
		case n == len(joined):
			return
		case n > 0:
			m.rest = bytes.Clone(joined[n:])
			m.taken = len(messages)
			m.start()
			return
		}
	}
	for _, message := range messages {
		m.queue(message)
	}
}

// greet sends the welcome and the history.
func (m *Member) greet(welcome []byte, history [][]byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.queue(welcome)
	for _, message := range history {
		m.queue(message)
	}
}

// queue puts a message, which must not change afterwards, into the queue. If there
// is no room, the member is put out. The lock must be held.
func (m *Member) queue(message []byte) {
	switch {
	case m.gone:
		return
	case len(m.waiting)+m.taken >= m.limit:
		m.stop()
		go m.put()
		return
	}
	m.waiting = append(m.waiting, message)
	m.start()
}

// start starts the goroutine that writes, if there is none. The lock must be held.
func (m *Member) start() {
	if !m.draining {
		m.draining = true
		go m.drain()
	}
}

// stop forgets what waits. The lock must be held.
func (m *Member) stop() {
	m.gone = true
	m.waiting = nil
	m.tell()
}

// tell wakes who waits for an empty queue. The lock must be held.
func (m *Member) tell() {
	if m.empty != nil {
		close(m.empty)
		m.empty = nil
	}
}

// Stop ends the member: nothing more is sent to it.
func (m *Member) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stop()
}

// batchSize is how many bytes are written at once, if so much waits.
const batchSize = 16 << 10

// kept is how much a member may keep for the next time, in bytes and messages.
const kept = 4 << 10

// writeAll writes what waits until there is nothing.
func (m *Member) writeAll() {
	for {
		message, ok := m.take()
		if !ok {
			return
		}
		if _, err := m.conn.Write(message); err != nil {
			m.Stop() // whoever reads from the connection sees the reason, too
		}
	}
}

// take returns what is to be written next: a message, or several in one, so that
// who is behind catches up with few writes.
func (m *Member) take() ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if rest := m.rest; rest != nil {
		m.rest = nil
		return rest, true
	}
	m.taken = 0
	if len(m.waiting) == 0 {
		m.draining = false
		m.tell()
		if cap(m.batch) > kept {
			m.batch = nil
		}
		return nil, false
	}
	if len(m.waiting) == 1 {
		message := m.waiting[0]
		m.remove(1)
		return message, true
	}
	m.batch = m.batch[:0]
	n := 0
	for n < len(m.waiting) && (n == 0 || len(m.batch)+len(m.waiting[n]) <= batchSize) {
		m.batch = append(m.batch, m.waiting[n]...)
		n++
	}
	m.remove(n)
	return m.batch, true
}

// remove removes n messages that are going to be written.
func (m *Member) remove(n int) {
	rest := copy(m.waiting, m.waiting[n:])
	clear(m.waiting[rest:])
	m.waiting = m.waiting[:rest]
	if rest == 0 && cap(m.waiting) > kept/24 {
		m.waiting = nil
	}
	m.taken = n
}

// Empty returns a channel that is closed when the queue has been written, or the
// member is gone.
func (m *Member) Empty() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.empty == nil {
		m.empty = make(chan struct{})
	}
	empty := m.empty
	if m.gone || !m.draining {
		m.tell()
	}
	return empty
}
