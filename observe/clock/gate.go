package clock

import (
	"errors"
	"os"
	"os/exec"
	"sync"
)

// gate lets two processes that share a processor begin each of their benchmarks together. What
// one of them gains or loses by the first ones would otherwise have the last ones run at different
// times, and those of the slower side without the other beside them, which is faster.
type gate struct {
	sides [2]way
	done  sync.WaitGroup
}

// way is a process's part of a gate. nil is one that nothing waits at.
type way struct {
	reached, open [2]*os.File // where bytes are read, and where they are written
}

// newGate returns a gate that the caller must end when both processes have.
func newGate() (*gate, error) {
	g := &gate{}
	for i := range g.sides {
		for _, pipe := range []*[2]*os.File{&g.sides[i].reached, &g.sides[i].open} {
			var err error
			if pipe[0], pipe[1], err = os.Pipe(); err != nil {
				g.end()
				return nil, err
			}
		}
	}
	g.done.Go(g.keep)
	return g, nil
}

// keep opens the gate whenever the processes that have not ended are there.
func (g *gate) keep() {
	here := []*way{&g.sides[0], &g.sides[1]}
	for len(here) > 0 {
		var next []*way
		for _, w := range here {
			if _, err := w.reached[0].Read(make([]byte, 1)); err == nil {
				next = append(next, w)
			}
		}
		for _, w := range next {
			// Who cannot read it has ended, which the next read tells.
			_, _ = w.open[1].Write([]byte{0})
		}
		here = next
	}
}

// end frees the gate.
func (g *gate) end() {
	for i := range g.sides {
		w := &g.sides[i]
		for _, f := range []*os.File{w.reached[0], w.reached[1], w.open[0], w.open[1]} {
			if f != nil {
				_ = f.Close() // those that joined are closed
			}
		}
	}
	g.done.Wait()
}

// join gives a command its part of a gate.
func (w *way) join(cmd *exec.Cmd) {
	if w != nil {
		cmd.ExtraFiles = []*os.File{w.reached[1], w.open[0]}
		cmd.Env = append(cmd.Env, "WRING_GATE=1")
	}
}

// joined closes what the command has now, so that its end is seen.
func (w *way) joined() {
	if w != nil {
		_ = errors.Join(w.reached[1].Close(), w.open[0].Close())
	}
}
