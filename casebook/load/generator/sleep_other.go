//go:build !linux

package generator

import (
	"context"
	"time"
)

// sleeper sleeps as exactly as the runtime can.
type sleeper struct{}

func newSleeper() (sleeper, error) { return sleeper{}, nil }

// Until returns at the moment, or when ctx is done.
func (sleeper) Until(ctx context.Context, moment time.Time) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Until(moment)):
	}
}

// Close has nothing to free.
func (sleeper) Close() error { return nil }
