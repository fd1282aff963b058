// Package room has the rooms of the chat: who is there, what was said last, and
// who gets what. Of a connection it knows that bytes can be written, at once or
// later.
//
// Each message of a room has a number, one more than the message before, and
// each member gets all messages in that order or is put out.
package room

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// Options are the limits of a room.
type Options struct {
	History int // how many messages those who join get to see
	Queue   int // how many messages may wait for a member

	// Presence is how long joins and leaves are gathered before they are sent
	// to all members: a thousand who join at once are one message, not a
	// million.
	Presence time.Duration
}

// The reasons why a member cannot join, or speak.
var (
	ErrTaken  = errors.New("another member of the room has that name")
	ErrClosed = errors.New("the room is closed")
)

// Room is a room. Make it with New; it must not be copied.
type Room struct {
	opt Options

	mu      sync.Mutex
	closed  bool
	number  uint64   // of the last message
	scratch []byte   // for the JSON of a message
	history [][]byte // the oldest first; encoded, shared and never changed
	members []*Member
	names   map[string]*Member

	joined, left []string // since the last message about presence
	timer        *time.Timer

	fan   fan
	taken sync.Cond // messages have been taken to hand them out, or there were none
}

// New returns an empty room.
func New(opt Options) *Room {
	r := &Room{opt: opt, names: make(map[string]*Member)}
	r.taken.L = &r.mu
	r.fan.run = r.handOut
	return r
}

// Join adds a member, and puts into its queue what was said last and who is
// there. put is called once, in a goroutine of its own, when the
// member has been put out for being slow.
func (r *Room) Join(name string, conn Conn, put func()) (*Member, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	if r.names[name] != nil {
		return nil, ErrTaken
	}
	m := newMember(name, r.opt.Queue, conn, put)
	m.place = len(r.members)
	r.members = append(r.members, m)
	r.names[name] = m
	m.from = r.fan.begin + uint64(len(r.fan.pending))
	m.greet(r.welcome(), r.history)
	r.joined = append(r.joined, name)
	r.announce()
	return m, nil
}

// Leave removes a member. It may be called more than once.
func (r *Room) Leave(m *Member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names[m.Name] != m {
		return
	}
	delete(r.names, m.Name)
	last := r.members[len(r.members)-1]
	r.members[m.place], last.place = last, m.place
	r.members[len(r.members)-1] = nil
	r.members = r.members[:len(r.members)-1]
	r.left = append(r.left, m.Name)
	r.announce()
}

// Say sends a text to all members, including the one who said it, who thus
// knows that it was delivered. The message is encoded once, however many
// members there are. The text is the caller's again afterwards.
func (r *Room) Say(m *Member, text []byte) (receivers int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.fan.pending) >= r.opt.Queue && !r.closed {
		r.taken.Wait()
	}
	if r.closed {
		return 0, ErrClosed
	}
	r.number++
	message := r.message(m.Name, text, time.Now())
	r.remember(message)
	r.sendAll(message)
	return len(r.members), nil
}

// remember puts a message at the end of the history.
func (r *Room) remember(message []byte) {
	if r.opt.History == 0 {
		return
	}
	if len(r.history) == r.opt.History {
		copy(r.history, r.history[1:])
		r.history = r.history[:len(r.history)-1]
	}
	r.history = append(r.history, message)
}

// Members returns how many there are.
func (r *Room) Members() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.members)
}

// Close ends joining and speaking and returns the members. What was said before
// has been written, or is in their queues.
func (r *Room) Close() []*Member {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.timer != nil {
		r.timer.Stop()
	}
	r.taken.Broadcast()
	for r.fan.running {
		r.taken.Wait()
	}
	return slices.Clone(r.members)
}
