package room

// fan is the messages of a room on their way to the members. One goroutine hands
// them out, in rounds: what is said during a round goes out in the next, with one
// write for each member, whatever many messages that are. So a room that cannot
// write as fast as its members speak writes more at a time and not less often.
type fan struct {
	pending [][]byte // messages that no round has taken
	begin   uint64   // the number of events before the first of them
	running bool     // there is a goroutine
	run     func()   // the method, bound once: binding takes memory

	// Only the goroutine uses them.
	round   [][]byte
	joined  []byte // the messages of the round in one
	targets []*Member
}

// sendAll sends a message, which must not change afterwards, to all members. The
// lock must be held.
func (r *Room) sendAll(message []byte) {
	r.fan.pending = append(r.fan.pending, message)
	if !r.fan.running {
		r.fan.running = true
		go r.fan.run()
	}
}

// handOut hands messages out until there is none.
func (r *Room) handOut() {
	for {
		begin, ok := r.takeRound()
		if !ok {
			return
		}
		f := &r.fan
		joined := f.round[0]
		if len(f.round) > 1 {
			f.joined = f.joined[:0]
			for _, message := range f.round {
				f.joined = append(f.joined, message...)
			}
			joined = f.joined
		}
		for _, m := range f.targets {
			f.deliver(m, begin, joined)
		}
	}
}

// deliver gives a member what it has not got yet of a round.
func (f *fan) deliver(m *Member, begin uint64, joined []byte) {
	if m.from <= begin {
		m.deliver(f.round, joined)
		return
	}
	skip := int(min(m.from-begin, uint64(len(f.round))))
	for _, message := range f.round[:skip] { // the history had them
		joined = joined[len(message):]
	}
	if len(joined) > 0 {
		m.deliver(f.round[skip:], joined)
	}
}

// takeRound takes what is to go out, not much more than a buffer of the system
// holds, and to whom. Without anything the goroutine ends.
func (r *Room) takeRound() (begin uint64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := &r.fan
	clear(f.round)
	clear(f.targets)
	r.taken.Broadcast()
	if len(f.pending) == 0 {
		f.running = false
		return 0, false
	}
	n, size := 1, len(f.pending[0])
	for n < len(f.pending) && size+len(f.pending[n]) <= batchSize {
		size += len(f.pending[n])
		n++
	}
	begin = f.begin
	f.begin += uint64(n)
	f.round = append(f.round[:0], f.pending[:n]...)
	left := copy(f.pending, f.pending[n:])
	clear(f.pending[left:])
	f.pending = f.pending[:left]
	f.targets = append(f.targets[:0], r.members...)
	return begin, true
}
