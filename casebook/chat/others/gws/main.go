// Command gws is a chat as the documentation of lxzan/gws shows it: an event handler,
// one goroutine for each client, and a broadcaster that shares frames. It is for
// comparison.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"sync"

	"github.com/lxzan/gws"
)

type handler struct {
	gws.BuiltinEventHandler
	mu      sync.Mutex
	clients map[*gws.Conn]bool
}

// OnOpen notes a client.
func (h *handler) OnOpen(c *gws.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[c] = true
}

// OnClose forgets it.
func (h *handler) OnClose(c *gws.Conn, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c)
}

// OnMessage sends what one says to all.
func (h *handler) OnMessage(c *gws.Conn, message *gws.Message) {
	defer message.Close()
	h.mu.Lock()
	defer h.mu.Unlock()
	b := gws.NewBroadcaster(message.Opcode, message.Bytes())
	defer b.Close()
	for c := range h.clients {
		b.Broadcast(c)
	}
}

func main() {
	up := gws.NewUpgrader(&handler{clients: map[*gws.Conn]bool{}}, &gws.ServerOption{})
	l, err := net.Listen("tcp", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/\n", l.Addr())
	log.Fatal(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := up.Upgrade(w, r); err == nil {
			go c.ReadLoop()
		}
	})))
}
