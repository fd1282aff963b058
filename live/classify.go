package live

// Kind is what is known of a stack of a capture.
type Kind struct {
	Route   string // as reports name it; "" when Request is false
	State   State
	Request bool // it serves a request, which is not wring's own
}

// Kinds returns what is known of each of the stacks of c.
func Kinds(c *Capture) []Kind {
	v := look(c)
	kinds := make([]Kind, len(v.stacks))
	for i := range v.stacks {
		s := &v.stacks[i]
		kinds[i] = Kind{State: s.state, Request: s.request()}
		if kinds[i].Request {
			kinds[i].Route = s.route
		}
	}
	return kinds
}
