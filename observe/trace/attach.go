package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/wring-go/wring/alloc"
)

// Attached is a running program whose books are switched from outside, as
// SIGUSR1 does: one that [Program] started with FromStart false.
type Attached struct {
	// Labels are the keys by which its objects are told apart.
	Labels []string

	pid    int
	file   *os.File
	d      *decoder
	on     bool    // it was being booked before Start
	before section // what was booked by then
}

// Why a process cannot be attached to.
var (
	ErrNotTraced = errors.New("wring run has not started the process")
	ErrFromStart = errors.New("the process is booked from its start to its end")
)

// Attach returns the process of that number, whose file can be read and which this
// user may signal. The error can be ErrNotTraced or ErrFromStart. Close it.
func Attach(pid int) (*Attached, error) {
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return nil, err
	}
	a := &Attached{pid: pid, d: newDecoder()}
	traced := ""
	for pair := range strings.SplitSeq(string(environ), "\x00") {
		if value, ok := strings.CutPrefix(pair, "WRING_TRACE="); ok {
			traced = value
		}
		if value, ok := strings.CutPrefix(pair, "WRING_LABELS="); ok && value != "" {
			a.Labels = strings.Split(value, ",")
		}
	}
	mode, name, _ := strings.Cut(traced, ":")
	switch mode {
	case "wait":
	case "run":
		return nil, ErrFromStart
	default:
		return nil, ErrNotTraced
	}
	if a.file, err = os.Open(name); err != nil {
		return nil, err
	}
	return a, nil
}

// Close lets the process go.
func (a *Attached) Close() error { return a.file.Close() }

// Start begins to book, or notes what is booked already.
func (a *Attached) Start(ctx context.Context) error {
	if err := a.read(); err != nil {
		return err
	}
	if a.on = a.d.inside; a.on {
		if err := a.toggle(ctx); err != nil {
			return err
		}
	}
	if n := len(a.d.sections); n > 0 {
		a.before = a.d.sections[n-1]
	}
	return a.toggle(ctx)
}

// LabelTotal is what goroutines with one set of labels allocated.
type LabelTotal struct {
	Labels         []alloc.Label // none for what has no label, or a set without room
	Objects, Bytes uint64
}

// Stop ends what Start began. It returns what was booked between by labels, and
// what the runtime's own counters say. A program that was being booked before is
// booked on.
func (a *Attached) Stop(ctx context.Context) (sets []LabelTotal, counted alloc.Total, err error) {
	if err := a.toggle(ctx); err != nil {
		return nil, counted, err
	}
	now := a.d.sections[len(a.d.sections)-1]
	counted = alloc.Total{Objects: now.objects - a.before.objects,
		Bytes: now.bytes - a.before.bytes}
	sums := sumByLabels(now)
	for id, t := range sumByLabels(a.before) {
		sums[id] = alloc.Total{Objects: sums[id].Objects - t.Objects,
			Bytes: sums[id].Bytes - t.Bytes}
	}
	for id, t := range sums {
		sets = append(sets, LabelTotal{a.d.labels[id], t.Objects, t.Bytes})
	}
	slices.SortFunc(sets, func(x, y LabelTotal) int {
		return strings.Compare(fmt.Sprint(x.Labels), fmt.Sprint(y.Labels))
	})
	if a.on {
		err = a.toggle(ctx)
	}
	return sets, counted, err
}

func sumByLabels(s section) map[uint64]alloc.Total {
	sums := map[uint64]alloc.Total{}
	for _, c := range s.cells {
		t := sums[c.labels]
		t.Objects += c.count
		t.Bytes += c.count * c.charged
		sums[c.labels] = t
	}
	return sums
}

// toggle switches booking, and waits until the file says so.
func (a *Attached) toggle(ctx context.Context) error {
	if err := a.read(); err != nil { // another may have switched meanwhile
		return err
	}
	was := a.d.inside
	if err := syscall.Kill(a.pid, syscall.SIGUSR1); err != nil {
		return fmt.Errorf("the process cannot be signalled: %w", err)
	}
	for {
		if err := a.read(); err != nil {
			return err
		}
		if a.d.inside != was {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the process does not switch its books: %w", ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// read decodes what the process has written since the last time.
func (a *Attached) read() error {
	data, err := io.ReadAll(a.file)
	if err != nil {
		return err
	}
	return a.d.feed(data)
}
