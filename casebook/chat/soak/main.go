// Command soak lets clients of a chat talk, come and go, and misbehave for a long
// time, checks every message, and says how the heap and the goroutines of the
// server went.
//
//	go run ./casebook/chat/soak -d 10m
//
// It ends with 1 if a message was lost, doubled or out of order, if a
// well-behaved client was put out, or if the heap or the goroutines have grown.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/chat/check"
	"github.com/wring-go/wring/casebook/chat/server"
	"github.com/wring-go/wring/casebook/wire"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(ctx, os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// sample is the server at one moment, after a collection.
type sample struct {
	at         time.Duration
	heap       uint64
	goroutines int
	messages   uint64
}

func run(ctx context.Context, args []string, stdout io.Writer) (bool, error) {
	fs := flag.NewFlagSet("soak", flag.ContinueOnError)
	length := fs.Duration("d", 10*time.Minute, "how long")
	clients := fs.Int("clients", 50, "that talk all the time")
	if err := fs.Parse(args); err != nil {
		return false, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return false, err
	}
	serving, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	s := server.New(server.Options{Rate: 1000, Burst: 1000, Ping: 5 * time.Second,
		Pong: 10 * time.Second, Queue: 128})
	go func() { ended <- s.Serve(serving, l, 5*time.Second) }()
	defer end()
	good, err := crowd(ctx, l.Addr().String(), *clients)
	if err != nil {
		return false, err
	}
	samples := soak(ctx, l.Addr().String(), good, *length, stdout)
	lost := putOut(good, stdout)
	end()
	if err := <-ended; err != nil {
		return false, err
	}
	return judge(stdout, good, samples) && lost == 0 && noLeak(stdout), nil
}

func crowd(ctx context.Context, address string, n int) ([]*check.Client, error) {
	var all []*check.Client
	for i := range n {
		c, err := check.Join(ctx, address, "lobby", fmt.Sprint("good", i), wire.Options{})
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// soak lets all clients talk, and connects one that misbehaves ten times a
// second.
func soak(ctx context.Context, address string, good []*check.Client, length time.Duration,
	stdout io.Writer) []sample {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	begin := time.Now()
	said := make([]int, len(good))
	var samples []sample
	next := length / 20
	for turn := 0; ; turn++ {
		select {
		case <-ctx.Done():
			return samples
		case <-tick.C:
		}
		i := turn % len(good)
		said[i]++
		good[i].Say(said[i]) // a fault shows in what the others hear
		misbehave(ctx, address, turn)
		if time.Since(begin) >= next {
			next += length / 20
			samples = append(samples, take(time.Since(begin), good, stdout))
		}
	}
}

// misbehave connects a client that breaks the protocol, and forgets about it.
func misbehave(ctx context.Context, address string, turn int) {
	path := fmt.Sprintf("/rooms/lobby/ws?name=bad%d", turn)
	conn, err := wire.Dial(ctx, address, path, wire.Options{})
	if err != nil {
		return
	}
	time.AfterFunc(5*time.Second, func() { conn.Conn.Close() })
	switch turn % 5 {
	case 0: // is silent, and never reads
	case 1:
		conn.Conn.Write([]byte{0x81, 0xff, 0, 0, 0, 0, 6, 0, 0, 0}) // 100 MB to come
	case 2:
		conn.Conn.Write([]byte("garbage, and no frame"))
	case 3:
		conn.Conn.(*net.TCPConn).SetLinger(0)
		conn.Conn.Close()
	case 4:
		conn.Goodbye(1000)
	}
}

// take samples the process after a collection.
func take(at time.Duration, good []*check.Client, stdout io.Writer) sample {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := sample{at: at, heap: m.HeapAlloc, goroutines: runtime.NumGoroutine()}
	for _, c := range good {
		_, n := c.Faults()
		s.messages += n
	}
	fmt.Fprintf(stdout, "%8s  heap %6d KB  %5d goroutines  %9d messages\n",
		at.Round(time.Second), s.heap>>10, s.goroutines, s.messages)
	return s
}

// judge says what was wrong, and whether all was well. The first quarter is not
// compared: pools and buffers are filled then.
func judge(stdout io.Writer, good []*check.Client, samples []sample) bool {
	ok := true
	for _, c := range good {
		faults, _ := c.Faults()
		for _, f := range faults {
			fmt.Fprintln(stdout, f)
			ok = false
		}
	}
	if len(samples) < 8 {
		fmt.Fprintln(stdout, "too short to say anything about the heap")
		return ok
	}
	early, late := samples[len(samples)/4:len(samples)/2], samples[3*len(samples)/4:]
	before, after := most(early), most(late)
	fmt.Fprintf(stdout, "heap %d KB, then %d KB; goroutines %d, then %d\n", before.heap>>10,
		after.heap>>10, before.goroutines, after.goroutines)
	return ok && after.heap < before.heap+before.heap/5 &&
		after.goroutines < before.goroutines+before.goroutines/5
}

// noLeak says how many goroutines can never go on, which Go 1.27 finds, and reports
// whether there is none.
func noLeak(stdout io.Writer) bool {
	p := pprof.Lookup("goroutineleak")
	if p == nil {
		fmt.Fprintf(stdout, "%s has no profile of leaked goroutines\n", runtime.Version())
		return true
	}
	var text strings.Builder
	p.WriteTo(&text, 1) // to memory: it cannot fail; this looks for them
	fmt.Fprintf(stdout, "%d goroutines leaked\n", p.Count())
	if p.Count() > 0 {
		fmt.Fprint(stdout, text.String())
	}
	return p.Count() == 0
}

// putOut returns how many of those who behave are no longer there.
func putOut(good []*check.Client, stdout io.Writer) int {
	n := 0
	for _, c := range good {
		if c.Ended() {
			fmt.Fprintln(stdout, c.Name, "was put out")
			n++
		}
	}
	return n
}

func most(samples []sample) sample {
	var m sample
	for _, s := range samples {
		m.heap, m.goroutines = max(m.heap, s.heap), max(m.goroutines, s.goroutines)
	}
	return m
}
