// Package server is the chat as people reach it: a page for each room, and a
// WebSocket behind it.
package server

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/wring-go/wring/casebook/chat/room"
)

// Options are the limits of the server. A zero is replaced by a useful value.
type Options struct {
	Origins []string // patterns of hosts whose pages may connect, besides our own

	Clients int // at once, in all rooms; 20,000
	Rooms   int // at once; 1,000
	Message int // bytes of a message; 4,096

	Rate  float64 // messages per second of one client; 20
	Burst int     // that a client may send at once; 40

	History int // messages that those who join get to see; 50
	Queue   int // messages that may wait for a client; 256

	// Write is how long a write to a client may take; 5 seconds. A client who does
	// not read is put out when its queue is full or a write has taken as long,
	// whichever is first.
	Write time.Duration

	// A client is asked every Ping whether it is there, and put out when it has not
	// answered for Pong; 30 and 10 seconds. A connection that died without a sign
	// so lives for their sum at most.
	Ping, Pong time.Duration

	Presence time.Duration // how long changes of who is there are gathered; 1 second
}

func (o Options) withDefaults() Options {
	o.Clients = cmp.Or(o.Clients, 20_000)
	o.Rooms = cmp.Or(o.Rooms, 1000)
	o.Message = cmp.Or(o.Message, 4096)
	o.Rate = cmp.Or(o.Rate, 20)
	o.Burst = cmp.Or(o.Burst, 40)
	o.History = cmp.Or(o.History, 50)
	o.Queue = max(cmp.Or(o.Queue, 256), o.History+2) // who joins gets all of it at once
	o.Write = cmp.Or(o.Write, 5*time.Second)
	o.Ping = cmp.Or(o.Ping, 30*time.Second)
	o.Pong = cmp.Or(o.Pong, 10*time.Second)
	o.Presence = cmp.Or(o.Presence, time.Second)
	return o
}

// Server is a chat. Make it with New and end it with Stop.
type Server struct {
	opt     Options
	metrics *metrics
	stopped chan struct{} // closed when Stop is called
	clients sync.WaitGroup

	mu      sync.Mutex
	closing bool
	rooms   map[string]*entry
	members map[*client]bool
}

// entry is a room, and how many clients are in it or about to be.
type entry struct {
	room    *room.Room
	clients int
}

// New returns a server without rooms. A room is made when its first member
// joins, and ends when its last one leaves.
func New(opt Options) *Server {
	s := &Server{opt: opt.withDefaults(), stopped: make(chan struct{}),
		rooms: make(map[string]*entry), members: make(map[*client]bool)}
	s.metrics = newMetrics(s)
	s.clients.Go(s.keep)
	return s
}

// connKey is the key of the connection in the context of a request.
type connKey struct{}

// Serve serves l until ctx is done. Then it admits no new client; each member
// gets what was said before and is closed with 1001; and a client that has not
// read it after grace is cut off.
func (s *Server) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	srv := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, conn)
		},
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
		defer cancel()
		s.Stop(ctx)
		stopped <- srv.Shutdown(ctx)
	})
	err := srv.Serve(l)
	if !stop() {
		return <-stopped
	}
	s.Stop(context.Background())
	return err
}

// Stop ends the chat: it admits no new client, and each member gets what was
// said before and is closed with 1001. A client that has not read it when ctx
// is done is cut off. Stop returns when no client is left.
func (s *Server) Stop(ctx context.Context) {
	s.mu.Lock()
	if s.closing {
		s.mu.Unlock()
		s.clients.Wait()
		return
	}
	s.closing = true
	close(s.stopped)
	for _, e := range s.rooms {
		e.room.Close()
	}
	for c := range s.members {
		go c.goAway(ctx)
	}
	s.mu.Unlock()
	s.clients.Wait()
}

// enter returns the room with a name, for c to join, or the status that says why
// not.
func (s *Server) enter(name string, c *client) (*room.Room, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || len(s.members) >= s.opt.Clients {
		return nil, http.StatusServiceUnavailable
	}
	e := s.rooms[name]
	if e == nil {
		if len(s.rooms) >= s.opt.Rooms {
			return nil, http.StatusServiceUnavailable
		}
		e = &entry{room: room.New(room.Options{History: s.opt.History, Queue: s.opt.Queue,
			Presence: s.opt.Presence})}
		s.rooms[name] = e
	}
	e.clients++
	s.members[c] = true
	s.clients.Add(1)
	return e.room, http.StatusOK
}

// leave forgets c, and its room if no member is left there.
func (s *Server) leave(name string, c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.members, c)
	e := s.rooms[name]
	if e.clients--; e.clients == 0 {
		delete(s.rooms, name)
	}
	s.clients.Done()
}

// keep asks the clients now and then whether they are there, a few at a time.
func (s *Server) keep() {
	const parts = 10
	tick := time.NewTicker(s.opt.Ping / parts)
	defer tick.Stop()
	for {
		select {
		case <-s.stopped:
			return
		case now := <-tick.C:
			for _, c := range s.silent(now) {
				go c.ask()
			}
		}
	}
}

// silent returns the clients that are to be asked, and notes that they are.
func (s *Server) silent(now time.Time) []*client {
	s.mu.Lock()
	defer s.mu.Unlock()
	var asked []*client
	for c := range s.members {
		if now.Sub(c.asked) >= s.opt.Ping && c.joined() {
			c.asked = now
			asked = append(asked, c)
		}
	}
	return asked
}
