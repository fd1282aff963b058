package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
)

// obeying is testdata/labels, which allocates what it is asked for.
type obeying struct {
	t     *testing.T
	pid   int
	to    io.WriteCloser
	says  *bufio.Reader
	ended chan *alloc.Record
}

// startObeying starts it with its books waiting.
func startObeying(t *testing.T) *obeying {
	t.Helper()
	cfg := programConfig(t, toolchains(t)[0])
	cfg.Args, cfg.Labels = []string{"obey"}, []string{"route"}
	from, to := io.Pipe()
	out, in := io.Pipe()
	cfg.Stdin, cfg.Stdout = from, in
	o := &obeying{t: t, to: to, says: bufio.NewReader(out), ended: make(chan *alloc.Record, 1)}
	started := make(chan int, 1)
	cfg.Started = func(pid int) { started <- pid }
	go func() {
		rec, _, err := Program(t.Context(), cfg)
		if err != nil {
			t.Error(err)
		}
		in.Close()
		o.ended <- rec
	}()
	o.wait("ready")
	o.pid = <-started
	return o
}

func (o *obeying) wait(want string) {
	o.t.Helper()
	if line, err := o.says.ReadString('\n'); err != nil || line != want+"\n" {
		o.t.Fatalf("it says %q, want %q: %v", line, want, err)
	}
}

func (o *obeying) allocate(n int, route string) {
	o.t.Helper()
	fmt.Fprintln(o.to, n, route)
	o.wait("done")
}

func (o *obeying) attach() *Attached {
	o.t.Helper()
	a, err := Attach(o.pid)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { a.Close() })
	if err := a.Start(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
	return a
}

// stop ends the books, checks the sum over all sets of labels, and returns the
// objects by route.
func (o *obeying) stop(a *Attached) map[string]uint64 {
	o.t.Helper()
	sets, counted, err := a.Stop(o.t.Context())
	if err != nil {
		o.t.Fatal(err)
	}
	var objects, bytes uint64
	byRoute := map[string]uint64{}
	for _, s := range sets {
		objects, bytes = objects+s.Objects, bytes+s.Bytes
		for _, l := range s.Labels {
			byRoute[l.Value] += s.Objects
		}
	}
	if objects != counted.Objects || bytes != counted.Bytes {
		o.t.Errorf("all sets have %d objects with %d bytes; the runtime counted %d with %d",
			objects, bytes, counted.Objects, counted.Bytes)
	}
	return byRoute
}

// TestAttach proves that the books of a running program hold what was allocated
// between Start and Stop, also when two have them switched, and that those of the
// whole program hold all of it in the end.
func TestAttach(t *testing.T) {
	o := startObeying(t)
	o.allocate(1000, "/before")
	first := o.attach()
	o.allocate(100, "/a")
	second := o.attach()
	o.allocate(10, "/a")
	o.allocate(20, "/b")
	if got := o.stop(second); got["/a"] != 10 || got["/b"] != 20 || got["/before"] != 0 {
		t.Errorf("the second has %v", got)
	}
	o.allocate(1, "/b")
	if got := o.stop(first); got["/a"] != 110 || got["/b"] != 21 || got["/before"] != 0 {
		t.Errorf("the first has %v", got)
	}
	o.allocate(1000, "/after")
	o.to.Close()
	rec := <-o.ended
	if rec == nil {
		t.FailNow()
	}
	got := byLabels(rec)
	if got["main.own route=/a"] != 110 || got["main.own route=/after"] != 0 {
		t.Errorf("the program has %v", got)
	}
	b := rec.Benchmarks[0]
	if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
		t.Errorf("%d objects and %d bytes unaccounted for", b.UnaccountedObjects,
			b.UnaccountedBytes)
	}
}

// TestAttachToOthers has a process that no wring run has started, one that is booked
// from its start, and none.
func TestAttachToOthers(t *testing.T) {
	toolchains(t) // skips where there is no /proc
	if _, err := Attach(os.Getpid()); !errors.Is(err, ErrNotTraced) {
		t.Errorf("got %v", err)
	}
	cmd := exec.Command("cat")
	cmd.Env = append(os.Environ(), "WRING_TRACE=run:/nowhere")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip("no cat: ", err)
	}
	// The kernel shows a process's environment a moment after it has begun.
	_, err = Attach(cmd.Process.Pid)
	for try := 0; errors.Is(err, ErrNotTraced) && try < 1000; try++ {
		time.Sleep(10 * time.Millisecond)
		_, err = Attach(cmd.Process.Pid)
	}
	if !errors.Is(err, ErrFromStart) {
		t.Errorf("got %v", err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := Attach(cmd.Process.Pid); err == nil {
		t.Error("attached to a process that is gone")
	}
}
