package room

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/wring-go/wring/casebook/wire"
	"github.com/wring-go/wring/kit/appendfmt"
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

// encode returns an event as a frame. No other is under way as often as a message,
// which message encodes.
func encode(e event) []byte {
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // no field of an event can be the reason
	}
	return frame(text)
}

// frame returns a whole frame, header and all: a server's frames are not masked, so
// they are the same bytes for all members.
func frame(text []byte) []byte {
	return wire.Append(make([]byte, 0, len(text)+10),
		wire.Frame{Opcode: wire.Text, Final: true, Payload: text}, false)
}

// message returns what encode would return of a message. The frame is the only object
// that it makes: the JSON is put together in a buffer of the room, and text stays the
// caller's. The lock must be held.
func (r *Room) message(name string, text []byte, at time.Time) []byte {
	b := append(r.scratch[:0], `{"type":"message","number":`...)
	b = strconv.AppendUint(b, r.number, 10)
	b = appendfmt.JSON(append(b, `,"name":`...), name)
	b = appendfmt.JSON(append(b, `,"text":`...), text)
	b = appendfmt.RFC3339(append(b, `,"at":"`...), at, appendfmt.Auto)
	b = append(b, `"}`...)
	r.scratch = b
	return frame(b)
}
