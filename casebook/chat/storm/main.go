// Command storm lets clients join a room of the chat at a rate, stay for a moment and
// leave, while others talk there, and checks every message that anyone gets.
//
//	go run ./casebook/chat/storm                  a thousand per second for ten seconds
//
// It ends with 1 if a client was not let in, or if a message was lost, doubled or out
// of order.
package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/chat/check"
	"github.com/wring-go/wring/casebook/chat/server"
	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/report"
	"github.com/wring-go/wring/casebook/load/schedule"
	"github.com/wring-go/wring/casebook/serving"
	"github.com/wring-go/wring/casebook/wire"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ok, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "storm:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// storm is clients that come and go.
type storm struct {
	address string
	stay    time.Duration
	joined  atomic.Int64
	leaving sync.WaitGroup

	mu     sync.Mutex
	faults []string
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (bool, error) {
	fs := serving.Flags("storm", stderr)
	rate := fs.Float64("rate", 1000, "joins per second")
	length := fs.Duration("d", 10*time.Second, "how long clients join")
	stay := fs.Duration("stay", time.Second, "how long each stays")
	talkers := fs.Int("talkers", 5, "clients that talk all the time, ten times a second")
	if err := serving.Parse(fs, args); err != nil {
		return false, err
	}
	if *rate <= 0 || *length <= 0 {
		return false, fmt.Errorf("-rate %v and -d %v must be more than 0", *rate, *length)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return false, err
	}
	serve, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	srv := server.New(server.Options{Rate: 1000, Burst: 1000})
	go func() { ended <- srv.Serve(serve, l, 10*time.Second) }()
	s := &storm{address: l.Addr().String(), stay: *stay}
	r, err := s.blow(ctx, *talkers, schedule.Constant(*rate, *length))
	end()
	if e := <-ended; err == nil {
		err = e
	}
	if err != nil {
		return false, err
	}
	return s.judge(stdout, r), nil
}

// blow lets clients join when a schedule says so.
func (s *storm) blow(ctx context.Context, talkers int, when iter.Seq[time.Duration]) (
	*generator.Result, error) {
	talking, quiet := context.WithCancel(ctx)
	defer quiet()
	var said sync.WaitGroup
	for i := range talkers {
		c, err := check.Join(ctx, s.address, "lobby", fmt.Sprint("talker", i), wire.Options{})
		if err != nil {
			return nil, err
		}
		said.Go(func() {
			for n := 1; talking.Err() == nil && c.Say(n) == nil; n++ {
				time.Sleep(100 * time.Millisecond)
			}
			s.note(c)
			c.Leave()
		})
	}
	r, err := generator.Run(ctx, generator.Options{Schedule: when, Timeout: time.Minute,
		Dial: func(context.Context) (generator.Client, error) { return joiner{s}, nil }})
	s.leaving.Wait()
	quiet()
	said.Wait()
	return r, err
}

// joiner joins one client for each request; that it leaves is not waited for.
type joiner struct{ s *storm }

// Do joins.
func (j joiner) Do(ctx context.Context) (generator.Answer, error) {
	name := fmt.Sprint("storm", j.s.joined.Add(1))
	c, err := check.Join(ctx, j.s.address, "lobby", name, wire.Options{})
	if err != nil {
		return generator.Answer{}, err
	}
	j.s.leaving.Go(func() {
		time.Sleep(j.s.stay)
		j.s.note(c)
		c.Leave()
	})
	return generator.Answer{}, nil
}

// Close does nothing.
func (j joiner) Close() error { return nil }

// note notes what was wrong with what a client got.
func (s *storm) note(c *check.Client) {
	faults, _ := c.Faults()
	if c.Ended() {
		faults = append(faults, c.Name+" was put out")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
}

// judge says how it went, and whether all was well.
func (s *storm) judge(w io.Writer, r *generator.Result) bool {
	fmt.Fprintf(w, "%d joins intended, %.0f per second; %d joined, %d failed\n", r.Intended,
		r.Rate(r.Intended), r.Completed, r.Failed+r.Dropped)
	fmt.Fprintf(w, "from the intended time to the welcome: p50 %s, p99 %s, max %s\n",
		report.Duration(r.FromIntended.Quantile(0.5)),
		report.Duration(r.FromIntended.Quantile(0.99)), report.Duration(r.FromIntended.Max()))
	for _, f := range s.faults[:min(len(s.faults), 20)] {
		fmt.Fprintln(w, f)
	}
	for kind, n := range r.Errors {
		fmt.Fprintf(w, "%d times: %s\n", n, kind)
	}
	fmt.Fprintf(w, "%d messages lost, doubled or out of order, or clients put out\n",
		len(s.faults))
	return len(s.faults) == 0 && r.Completed == r.Intended
}
