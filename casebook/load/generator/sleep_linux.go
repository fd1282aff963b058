package generator

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// sleeper sleeps until a moment to within some microseconds. The runtime's
// timers wait in whole milliseconds when a process has nothing else to do
// (golang/go#44343); a timer of the kernel, waited for like a connection, ends
// when it should.
type sleeper struct {
	timer *os.File
	fd    int
}

func newSleeper() (*sleeper, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("timerfd_create", err)
	}
	return &sleeper{timer: os.NewFile(uintptr(fd), "timer"), fd: fd}, nil
}

// longest is how long the sleeper sleeps before it looks at the context again.
const longest = 100 * time.Millisecond

// Until returns at the moment, or when ctx is done.
func (s *sleeper) Until(ctx context.Context, moment time.Time) {
	var expirations [8]byte
	for ctx.Err() == nil {
		left := time.Until(moment)
		if left <= 0 {
			return
		}
		spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(min(left, longest)))}
		if unix.TimerfdSettime(s.fd, 0, &spec, nil) != nil {
			time.Sleep(left)
			return
		}
		s.timer.Read(expirations[:]) // an error shows in the time that is left
	}
}

// Close frees the timer.
func (s *sleeper) Close() error { return s.timer.Close() }
