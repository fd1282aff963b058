package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/wring-go/wring/internal/table"
)

// progress is a status line on a terminal; elsewhere it is silent.
type progress struct {
	mu    sync.Mutex
	w     *os.File // nil when there is nothing to show
	start time.Time
	text  string
	done  chan struct{}
}

// newProgress shows progress on w if it is a terminal.
func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now(), done: make(chan struct{})}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = f
		go p.tick()
	}
	return p
}

// update says what is going on. With nothing to say the line is taken away: the
// terminal belongs to the program that is booked.
func (p *progress) update(phase, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = strings.TrimSpace(phase + " " + what)
	if p.w != nil && p.text == "" {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.draw()
}

// tick keeps the seconds running while a build takes its time.
func (p *progress) tick() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-t.C:
			p.mu.Lock()
			p.draw()
			p.mu.Unlock()
		}
	}
}

func (p *progress) draw() {
	if p.w == nil || p.text == "" {
		return
	}
	width, _, err := term.GetSize(int(p.w.Fd()))
	if err != nil || width < 20 {
		width = 80
	}
	line := fmt.Sprintf("%3.0fs  %s", time.Since(p.start).Seconds(), p.text)
	fmt.Fprintf(p.w, "\r\x1b[K%s", table.Cut(line, width-1))
}

// clear removes the line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.done)
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.w = nil
	}
}
