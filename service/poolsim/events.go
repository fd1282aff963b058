package poolsim

// kind says what happens at an event.
type kind uint8

const (
	arrives   kind = iota // a query asks for a connection
	finished              // a query gives its connection back
	connected             // a query has opened a connection for itself
	opened                // the opener has opened one for a waiting query
	cleans                // the cleaner looks for old connections
)

// event is something that happens at a time. What it is about, a query and a
// connection, depends on its kind.
type event struct {
	at    int64
	conn  conn
	query int32
	kind  kind
}

// queue holds what is going to happen, as a heap with four children to a node:
// its top is the next event.
type queue []event

func (q *queue) push(e event) {
	h := append(*q, e)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if h[parent].at <= e.at {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
	*q = h
}

func (q *queue) pop() event {
	h := *q
	top, e := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		child := least(h, 4*i+1)
		if child < 0 || h[child].at >= e.at {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = e
	return top
}

// least returns which of four siblings, from first on, comes first, or -1 when
// there are none.
func least(h []event, first int) int {
	if first >= len(h) {
		return -1
	}
	best := first
	for i := first + 1; i < min(first+4, len(h)); i++ {
		if h[i].at < h[best].at {
			best = i
		}
	}
	return best
}
