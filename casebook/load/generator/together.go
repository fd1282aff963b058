package generator

import "context"

// Detacher is a client that can give away its connection, to be served with others
// by one thread: see [Wire].
type Detacher interface {
	Client
	// Detach returns the connection, which the client has no more; its next Do makes
	// another. Ok is false where there is none that can be given away.
	Detach() (w Wire, ok bool)
}

// Wire is a connection with what is sent over it. A thread that serves many waits for
// all at once, reads what has come of all, and then sends to all from which an answer
// came: so a server on the same machine finds several requests when it looks, and
// wakes up for them once.
type Wire struct {
	FD      int    // a socket that does not block
	Request []byte // must not change

	// Parse returns how long the answer is with which b begins, 0 when it is not
	// all there, and how many of its bytes may be thrown away as they come: those
	// belong to the answer, too. Ended says that nothing follows. More says that the
	// connection can be used again.
	Parse func(b []byte, ended bool) (n int, rest int64, a Answer, more bool, err error)
}

// loner serves a client by itself, from now on.
type loner func(ctx context.Context, worker int, client Client)
