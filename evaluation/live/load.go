package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wring-go/wring/casebook/photos/stage"
)

// round is what a client asks for, again and again.
func round(n int) []string {
	return []string{"/shows", fmt.Sprintf("/shows/%d", 1+n%200), "/programme", "/seat",
		fmt.Sprintf("/shows/%d/poster", 1+n%200), "/shows", fmt.Sprintf("/ticket/%d", n),
		fmt.Sprintf("/shows/%d/poster", 1+n*7%200), "/programme", "/takings"}
}

// use has clients use a service until the function that it returns is called, which
// returns the first error. done counts answers.
func use(ctx context.Context, s *stage.Service, clients int,
	done *atomic.Int64) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	failed := make(chan error, clients)
	for client := range clients {
		group.Go(func() {
			c := &http.Client{Transport: &http.Transport{}}
			defer c.CloseIdleConnections()
			for n := client; ctx.Err() == nil; n += clients {
				for _, path := range round(n) {
					if err := get(ctx, c, s.Base+path); err != nil && ctx.Err() == nil {
						failed <- err
						return
					}
					done.Add(1)
				}
			}
		})
	}
	return func() error {
		cancel()
		group.Wait()
		select {
		case err := <-failed:
			return err
		default:
			return nil
		}
	}
}

func get(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, resp.Status)
	}
	return nil
}

// pause waits, unless ctx is done before.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
