package live

import (
	"strconv"
	"strings"
)

// Frame is a call on a stack.
type Frame struct {
	Func string `json:"func"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// Stack is a stack, the innermost call first, with the label of its route.
type Stack struct {
	Route  string  `json:"route"` // "" without the label
	Frames []int32 `json:"frames"`
}

// Tables hold every frame and every stack once.
type Tables struct {
	Frames []Frame `json:"frames"`
	Stacks []Stack `json:"stacks"`

	frames map[Frame]int32
	stacks map[string]int32
}

// Add returns the number of a stack.
func (t *Tables) Add(frames []Frame, route string) int32 {
	if t.frames == nil {
		t.frames, t.stacks = map[Frame]int32{}, map[string]int32{}
	}
	s := Stack{Route: route, Frames: make([]int32, len(frames))}
	var key strings.Builder
	key.WriteString(route)
	for i, f := range frames {
		n, ok := t.frames[f]
		if !ok {
			n = int32(len(t.Frames))
			t.frames[f] = n
			t.Frames = append(t.Frames, f)
		}
		s.Frames[i] = n
		key.WriteByte('\n')
		key.WriteString(strconv.Itoa(int(n)))
	}
	n, ok := t.stacks[key.String()]
	if !ok {
		n = int32(len(t.Stacks))
		t.stacks[key.String()] = n
		t.Stacks = append(t.Stacks, s)
	}
	return n
}
