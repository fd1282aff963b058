package harness

import "reflect"

// handed is memory that the target gave away, to a function or a method that was passed in.
// Whoever got it may still hold it when the target writes to it again. Writers are not among
// them: io.Writer forbids that they keep what they get.
type handed struct {
	to   string        // who got it
	then string        // what it held
	now  func() string // what it holds
}

// Of one input so much is watched: handovers, and bytes of each.
const (
	maxHanded     = 40
	maxHandedSize = 4096
)

// gave notes a handover, of which then is what now returned at that moment.
func (c *calls) gave(h handed) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.handed) < maxHanded && len(h.then) <= maxHandedSize {
		c.handed = append(c.handed, h)
	}
}

// gaveValues notes the arguments of a call that can be written to afterwards.
func (c *calls) gaveValues(to string, args []reflect.Value) {
	for _, a := range args {
		if a.Kind() == reflect.Interface {
			a = a.Elem()
		}
		switch a.Kind() {
		case reflect.Slice, reflect.Map, reflect.Ptr:
			a := a
			words := func() string {
				w := &canon{hidden: map[string]bool{}, nodes: maxNodes * 9 / 10}
				w.value(a, 0)
				return string(w.buf)
			}
			c.gave(handed{to: to, then: words(), now: words})
		}
	}
}

// changed returns who has got memory that has changed since, or "".
func (c *calls) changed() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.handed {
		if h.now() != h.then {
			return h.to
		}
	}
	return ""
}

// sent takes what is in the channels of an input: what the target has sent, and what it
// has left.
func (s *source) sent() []reflect.Value {
	var values []reflect.Value
	for _, c := range s.channels {
		for n := c.Len(); n > 0; n-- {
			v, ok := c.TryRecv()
			if !ok {
				break
			}
			kept := reflect.New(v.Type()).Elem()
			kept.Set(v)
			values = append(values, kept)
		}
	}
	return values
}
