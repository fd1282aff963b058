package room

import (
	"slices"
	"time"
)

// shown is how many names a message about presence holds at most.
const shown = 50

// welcome returns what a member gets first: the number of the last message, and
// who is there.
func (r *Room) welcome() []byte {
	e := event{Type: "welcome", Number: r.number, Count: len(r.members)}
	for _, m := range r.members[max(0, len(r.members)-shown):] {
		e.Names = append(e.Names, m.Name)
	}
	return encode(e)
}

// announce schedules one message about changes of who is there.
func (r *Room) announce() {
	if r.timer == nil {
		r.timer = time.AfterFunc(r.opt.Presence, r.presence)
	} else if len(r.joined)+len(r.left) == 1 {
		r.timer.Reset(r.opt.Presence)
	}
}

// presence tells all members who came and went.
func (r *Room) presence() {
	r.mu.Lock()
	defer r.mu.Unlock()
	joined, left := r.joined, r.left
	r.joined, r.left = nil, nil
	if r.closed || len(r.members) == 0 || len(joined)+len(left) == 0 {
		return
	}
	joined, left = without(joined, left), without(left, joined)
	r.sendAll(encode(event{Type: "presence", Count: len(r.members),
		Joined: joined[:min(len(joined), shown)], Left: left[:min(len(left), shown)]}))
}

// without returns names without those who are in others, too: they came and went,
// or went and came again.
func without(names, others []string) []string {
	if len(others) == 0 {
		return names
	}
	in := make(map[string]bool, len(others))
	for _, name := range others {
		in[name] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return in[name] })
}
