package collector

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// observer looks at a process while it runs.
type observer struct {
	pid  string
	most int64 // bytes
	// threads holds, for each thread there was, for how long it ran, and for how
	// long it could have run but had to wait for a processor.
	threads map[string][2]time.Duration
	stop    chan struct{}
	all     sync.WaitGroup
}

// observe looks at a process until end is called.
func observe(pid int) *observer {
	const every = 20 * time.Millisecond
	o := &observer{pid: strconv.Itoa(pid), threads: map[string][2]time.Duration{},
		stop: make(chan struct{})}
	o.all.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			o.look()
			select {
			case <-tick.C:
			case <-o.stop:
				return
			}
		}
	})
	return o
}

func (o *observer) look() {
	o.most = max(o.most, highWater(o.pid))
	files, err := filepath.Glob("/proc/" + o.pid + "/task/*/schedstat")
	if err != nil {
		return
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		fields := bytes.Fields(data)
		if err != nil || len(fields) < 2 {
			continue
		}
		ran, err1 := strconv.ParseInt(string(fields[0]), 10, 64)
		waited, err2 := strconv.ParseInt(string(fields[1]), 10, 64)
		if err1 == nil && err2 == nil {
			o.threads[name] = [2]time.Duration{time.Duration(ran), time.Duration(waited)}
		}
	}
}

// end returns the most memory that the process held, which is exact but for its
// last moments (the kernel's own figure is not: a new process begins with that
// of its parent), and the stretch: how much longer its threads were runnable
// than they ran, because other processes used the processors; 1 if none did.
func (o *observer) end(state *os.ProcessState) (peak int64, stretch float64) {
	close(o.stop)
	o.all.Wait()
	var ran, waited time.Duration
	for _, t := range o.threads {
		ran, waited = ran+t[0], waited+t[1]
	}
	stretch = 1
	if ran > 0 {
		stretch = (ran + waited).Seconds() / ran.Seconds()
	}
	if kernel := maxRSS(state); kernel > highWater("self") {
		return kernel, stretch
	}
	return o.most, stretch
}

// highWater returns the most memory that a process has held, where the kernel
// says so.
func highWater(pid string) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%s/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(data, []byte("VmHWM:"))
	number, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" kB"))
	kb, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10
}
