package server

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// news hands what happens to all pages that listen. Its zero value is ready.
type news struct {
	mu        sync.Mutex
	listeners map[chan event]bool
}

// event is a server-sent event.
type event struct{ name, text string }

// send never waits: a listener that is behind misses progress, but gets the last
// event of its queue's length.
func (n *news) send(name, text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.listeners {
		for sent := false; !sent; {
			select {
			case c <- event{name, text}:
				sent = true
			default:
				select { // make room: what is newer matters more
				case <-c:
				default:
				}
			}
		}
	}
}

func (n *news) listen() (events chan event, stop func()) {
	events = make(chan event, 16)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners == nil {
		n.listeners = make(map[chan event]bool)
	}
	n.listeners[events] = true
	return events, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.listeners, events)
	}
}

// ServeHTTP sends events until the page goes away.
func (n *news) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	events, stop := n.listen()
	defer stop()
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	fmt.Fprint(w, ": listening\n\n")
	for control.Flush() == nil {
		select {
		case <-r.Context().Done():
			return
		case e := <-events:
			text := strings.Map(func(r rune) rune {
				if r == '\n' || r == '\r' {
					return ' '
				}
				return r
			}, e.text)
			fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.name, text)
		}
	}
}
