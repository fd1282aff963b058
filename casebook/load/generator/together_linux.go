package generator

import (
	"context"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// glance is how often a thread looks whether it is to end, and for answers that take
// too long.
const glance = 100 * time.Millisecond

// pause is how long a thread waits for answers at once, at most.
const pause = 10 * time.Millisecond

// together serves clients that can be served so by a thread for each processor, and
// calls alone for the others, and for those whose connection ends. It returns when
// its threads have ended.
func together(ctx context.Context, opt Options, rec *recorder, clients []Client, alone loner) {
	var groups []*group
	for range min(runtime.GOMAXPROCS(0), len(clients)) {
		if g, err := newGroup(opt, rec, alone); err == nil {
			groups = append(groups, g)
		}
	}
	for i, client := range clients {
		d, ok := client.(Detacher)
		if ok = ok && len(groups) > 0; ok {
			ok = groups[i%len(groups)].add(i, d)
		}
		if !ok {
			alone(ctx, i, client)
		}
	}
	// The threads keep a processor of the runtime each, also while they wait; whatever
	// else there is to do has as many as before.
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(before + len(groups))
	defer runtime.GOMAXPROCS(before)
	var all sync.WaitGroup
	for _, g := range groups {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			g.serve(ctx)
			unix.Close(g.poll)
		})
	}
	all.Wait()
}

// group is what one thread serves.
type group struct {
	opt   Options
	rec   *recorder
	alone loner
	poll  int
	wires []*served
	done  []*served // that had an answer, and want the next request
	live  int
	ends  bool // no request is sent any more
}

// served is a connection that a thread serves.
type served struct {
	Wire
	worker    int
	client    Client
	got       []byte // of the answer
	skip      int64  // bytes of it that are still to come and need not be kept
	answer    Answer // once only skip is missing
	more      bool
	sent      time.Duration
	open, ask bool // ask: an answer is waited for
}

func newGroup(opt Options, rec *recorder, alone loner) (*group, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	return &group{opt: opt, rec: rec, alone: alone, poll: fd}, err
}

// add takes over the connection of a client.
func (g *group) add(worker int, d Detacher) bool {
	w, ok := d.Detach()
	if !ok {
		return false
	}
	event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(len(g.wires))}
	if unix.EpollCtl(g.poll, unix.EPOLL_CTL_ADD, w.FD, &event) != nil {
		unix.Close(w.FD)
		return false
	}
	g.wires = append(g.wires, &served{Wire: w, worker: worker, client: d, open: true})
	return true
}

func (g *group) serve(ctx context.Context) {
	g.live = len(g.wires)
	g.done = append(g.done, g.wires...)
	var events [256]unix.EpollEvent
	for next := time.Duration(0); ; {
		g.ask(ctx)
		if g.live == 0 {
			return
		}
		n := poll(g.poll, events[:], pause)
		for _, e := range events[:n] {
			if w := g.wires[e.Fd]; w.open {
				g.read(ctx, w)
			}
		}
		if now := time.Since(g.rec.begin); now >= next {
			next = now + glance
			g.look(ctx, now)
		}
	}
}

// ask sends the next request to all that had an answer, until the time is over.
func (g *group) ask(ctx context.Context) {
	for _, w := range g.done {
		now := time.Since(g.rec.begin)
		if g.ends = g.ends || now >= g.opt.Duration || ctx.Err() != nil; g.ends {
			g.end(w)
			continue
		}
		w.sent, w.ask = now, true
		g.rec.intend(w.worker, now)
		for rest := w.Request; len(rest) > 0; {
			n, err := write(w.FD, rest)
			if rest = rest[max(n, 0):]; err == unix.EAGAIN {
				err = g.wait(ctx, w)
			}
			if err != nil && err != unix.EINTR {
				g.fail(ctx, w, os.NewSyscallError("write", err))
				break
			}
		}
	}
	g.done = g.done[:0]
}

// wait waits for room for more of a request, at most for a glance.
func (g *group) wait(ctx context.Context, w *served) error {
	switch _, err := unix.Poll([]unix.PollFd{{Fd: int32(w.FD), Events: unix.POLLOUT}},
		int(glance.Milliseconds())); {
	case err != nil:
		return err
	case time.Since(g.rec.begin)-w.sent > g.opt.Timeout:
		return os.ErrDeadlineExceeded
	}
	return ctx.Err()
}

// room is how many bytes are read at once, at least.
const room = 4096

// read takes what has come of an answer.
func (g *group) read(ctx context.Context, w *served) {
	if cap(w.got)-len(w.got) < room {
		w.got = append(make([]byte, 0, 2*cap(w.got)+2*room), w.got...)
	}
	n, err := read(w.FD, w.got[len(w.got):cap(w.got)])
	if err == unix.EAGAIN || err == unix.EINTR {
		return
	}
	if err != nil {
		g.fail(ctx, w, os.NewSyscallError("read", err))
		return
	}
	if w.skip > 0 && n > 0 {
		if w.skip -= int64(n); w.skip <= 0 {
			g.answered(ctx, w)
		}
		return
	}
	w.got = w.got[:len(w.got)+n]
	length, rest, answer, more, err := w.Parse(w.got, n == 0)
	switch {
	case err == nil && length == 0 && n == 0:
		err = io.ErrUnexpectedEOF
		fallthrough
	case err != nil:
		g.fail(ctx, w, err)
	case length > 0:
		w.answer, w.more, w.skip, w.got = answer, more, rest, w.got[:0]
		if rest == 0 {
			g.answered(ctx, w)
		}
	}
}

// answered counts an answer that is all there.
func (g *group) answered(ctx context.Context, w *served) {
	if !w.ask { // it is of no request
		g.fail(ctx, w, io.ErrUnexpectedEOF)
		return
	}
	w.ask = false
	g.rec.record(w.worker, outcome{meant: w.sent, sent: w.sent, done: time.Since(g.rec.begin),
		answer: w.answer})
	if w.more {
		g.done = append(g.done, w)
		return
	}
	g.leave(ctx, w)
}

// fail counts an error.
func (g *group) fail(ctx context.Context, w *served, err error) {
	if w.ask {
		w.ask = false
		g.rec.record(w.worker, outcome{meant: w.sent, sent: w.sent,
			done: time.Since(g.rec.begin), err: err})
	}
	g.leave(ctx, w)
}

// leave lets a client whose connection has ended go on by itself.
func (g *group) leave(ctx context.Context, w *served) {
	if !w.open {
		return
	}
	unix.Close(w.FD)
	w.open = false
	g.live--
	g.alone(ctx, w.worker, w.client)
}

// end closes a connection when the time is over.
func (g *group) end(w *served) {
	if w.open {
		unix.Close(w.FD)
		w.open = false
		g.live--
		w.client.Close()
	}
}

// look ends what takes too long, and all when ctx is done.
func (g *group) look(ctx context.Context, now time.Duration) {
	for _, w := range g.wires {
		switch {
		case !w.open || !w.ask:
		case ctx.Err() != nil:
			g.fail(ctx, w, ctx.Err())
		case now-w.sent > g.opt.Timeout:
			g.fail(ctx, w, os.ErrDeadlineExceeded)
		}
	}
}
