package room

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/wring-go/wring/casebook/wire"
)

// event is what members are sent. The numbers of messages begin with 1.
type event struct {
	Type   string    `json:"type"` // message, welcome or presence
	Number uint64    `json:"number,omitempty"`
	Name   string    `json:"name,omitempty"`
	Text   string    `json:"text,omitempty"`
	At     time.Time `json:"at,omitzero"`

	// Of welcome and presence: how many are in the room, and names, of which a
	// message holds only some.
	Count  int      `json:"count,omitempty"`
	Names  []string `json:"names,omitempty"`
	Joined []string `json:"joined,omitempty"`
	Left   []string `json:"left,omitempty"`
}

// shown is how many names a message about presence holds at most.
const shown = 50

// encode returns an event as a whole frame, header and all: a server's frames
// are not masked, so they are the same bytes for all members.
func encode(e event) []byte {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // no field of an event can be the reason
	}
	return wire.Append(make([]byte, 0, len(text)+10),
		wire.Frame{Opcode: wire.Text, Final: true, Payload: text}, false)
}

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
