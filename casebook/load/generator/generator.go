// Package generator puts load on a server and says how long the answers took,
// and how far it can be believed.
//
// In the open model a schedule says when each request is meant to be sent,
// whether or not the server has answered the ones before; so do people who do
// not know of each other. Latency counts from that time. In the closed model
// each client waits for an answer before it sends the next request, so a server
// that stalls is asked less while it does, and the latencies look better than
// anyone has seen.
//
// What is sent is a [Client]'s affair: package target has clients of several
// protocols, and package scenario lets one write a visit in Go.
package generator

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Client sends requests, one after the other.
type Client interface {
	// Do sends one request and reads the whole answer. It returns when ctx is
	// done. After an error the client must be able to go on.
	Do(ctx context.Context) (Answer, error)

	Close() error
}

// Answer is what came of a request.
type Answer struct {
	Status int   // of HTTP; 0 where there is none. 400 and more count as failed
	Bytes  int64 // of the body or message

	// Steps are the requests that a scenario consists of; nil for one request.
	Steps []Step
}

// Step is one request of a scenario.
type Step struct {
	Name   string
	Took   time.Duration
	Failed bool
}

// Options say how to put on load. Schedule makes it the open model, Clients
// alone the closed one.
type Options struct {
	// Dial makes a client. It is called by several goroutines.
	Dial func(context.Context) (Client, error)

	// Schedule is when requests are meant to be sent, as offsets that do not
	// decrease. Nil is the closed model.
	Schedule iter.Seq[time.Duration]

	// Clients is, in the closed model, how many there are; in the open one how
	// many are connected before the first request. More are added as needed.
	Clients int

	// Limit is how many requests may be under way in the open model; one that
	// is due when there are as many is dropped and counted. 0 means 10,000.
	Limit int

	// Duration ends the closed model. The open one ends with its schedule.
	Duration time.Duration

	// Warmup is how long from the beginning nothing is counted.
	Warmup time.Duration

	// Timeout is how long an answer may take; 0 means 30 seconds.
	Timeout time.Duration

	// ServerPID is the process whose processor time is shown beside the
	// generator's own; 0 means that there is none to look at.
	ServerPID int

	// Progress, when not nil, is called once a second.
	Progress func(Progress)
}

// Progress is what has happened so far.
type Progress struct {
	At                                  time.Duration
	Intended, Completed, Failed, Active uint64
}

func (o Options) withDefaults() (Options, error) {
	if o.Dial == nil {
		return o, errors.New("generator: nothing to put load on: Dial is nil")
	}
	if o.Schedule == nil && (o.Duration <= 0 || o.Clients <= 0) {
		return o, errors.New("generator: the closed model needs clients and a duration")
	}
	if o.Limit == 0 {
		o.Limit = 10_000
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	return o, nil
}

// Run puts on load until the schedule or the time ends, or ctx is done, waits
// for the answers that are under way, and returns what happened. That the
// server fails is no error; that it cannot be reached at all is one.
func Run(ctx context.Context, opt Options) (*Result, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	first, err := connect(ctx, opt)
	if err != nil {
		return nil, err
	}
	model := "open"
	if opt.Schedule == nil {
		model = "closed"
	}
	rec := newRecorder(opt)
	before := takeUsage(opt.ServerPID)
	stop := rec.watch(opt.Progress)
	if opt.Schedule == nil {
		closed(ctx, opt, rec, first)
	} else {
		err = open(ctx, opt, rec, first)
	}
	elapsed := time.Since(rec.begin)
	stop()
	if err != nil {
		return nil, err
	}
	r := rec.result(model, elapsed)
	r.addUsage(before, takeUsage(opt.ServerPID), elapsed)
	return r, nil
}

// connect makes the clients that are there from the beginning, at least one.
func connect(ctx context.Context, opt Options) ([]Client, error) {
	clients := make([]Client, 0, opt.Clients)
	for range max(opt.Clients, 1) {
		c, err := opt.Dial(ctx)
		if err != nil {
			for _, c := range clients {
				c.Close()
			}
			return nil, err
		}
		clients = append(clients, c)
	}
	return clients, nil
}
