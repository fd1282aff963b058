package room

import "sync"

// Member is a client in a room: a bounded queue, and a goroutine that writes as
// long as the queue is not empty. A member that gets no messages costs no
// goroutine.
type Member struct {
	Name string

	place int // in the room's list; the room's lock guards it
	limit int
	write func([]byte) error
	put   func()
	drain func() // the method, bound once: binding takes memory

	mu       sync.Mutex
	waiting  [][]byte // messages, the oldest first
	batch    []byte   // what is being written; only the draining goroutine uses it
	taken    int      // messages in the batch
	draining bool
	gone     bool          // nothing is sent any more
	empty    chan struct{} // closed when the queue is empty; nil if no one waits for that
}

func newMember(name string, limit int, write func([]byte) error, put func()) *Member {
	m := &Member{Name: name, limit: limit, write: write, put: put}
	m.drain = m.writeAll
	return m
}

// send puts a message, which must not change afterwards, into the queue. If there
// is no room, the member is put out.
func (m *Member) send(message []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.gone:
		return
	case len(m.waiting)+m.taken >= m.limit:
		m.stop()
		go m.put()
		return
	}
	m.waiting = append(m.waiting, message)
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

// tell tells who wants to know that nothing waits. The lock must be held.
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
		if err := m.write(message); err != nil {
			m.Stop() // the reader of the member sees the reason, too
		}
	}
}

// take returns what is to be written next: a message, or several in one, so that
// who is behind catches up with few writes.
func (m *Member) take() ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
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

// Empty returns a channel that is closed when everything has been written, or the
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
