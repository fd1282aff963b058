package generator_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/schedule"
	"github.com/wring-go/wring/casebook/load/target"
)

// stalling returns the URL of a server that answers in a millisecond, except in
// the last tenth of each period: then no request is answered before the period
// ends.
func stalling(t *testing.T, period time.Duration) string {
	begin := time.Now()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(time.Millisecond)
		within := time.Since(begin) % period
		if within > period-period/10 {
			time.Sleep(period - within)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestStall proves what the open model is for. A server stalls for one second in
// every ten, at 1,000 requests per second. Of all who come, one in ten meets the
// stall, and one in a hundred waits for more than 900 ms. The open model says
// so. The closed one asks only as many as there are clients during the stall,
// and reports a 99th percentile near the time that an answer takes.
//
// On a machine so busy that the generator was late or answers took longer by
// themselves, a run shows nothing, and is repeated.
func TestStall(t *testing.T) {
	period := 10 * time.Second
	if testing.Short() {
		period = time.Second // the same in a tenth of the time
	}
	for range 3 {
		if stallShows(t, period) {
			return
		}
	}
	t.Skip("the machine is too busy: three runs have shown nothing")
}

// stallShows runs both models once. It reports whether that says anything.
func stallShows(t *testing.T, period time.Duration) bool {
	dial, err := target.Dialer(target.Request{URL: stalling(t, period)})
	if err != nil {
		t.Fatal(err)
	}
	opt := generator.Options{Dial: dial, Clients: 5, Duration: 2 * period}
	closed := mustRun(t, opt)
	opt.Schedule = schedule.Constant(1000, 2*period)
	open := mustRun(t, opt)
	t.Logf("closed: p50 %v, p99 %v, max %v, %d answers", closed.FromSent.Quantile(0.5),
		closed.FromSent.Quantile(0.99), closed.FromSent.Max(), closed.Completed)
	t.Logf("open:   p50 %v, p99 %v, max %v, %d answers", open.FromIntended.Quantile(0.5),
		open.FromIntended.Quantile(0.99), open.FromIntended.Max(), open.Completed)
	t.Logf("the generator was late by p50 %v, p99 %v, max %v", open.Late.Quantile(0.5),
		open.Late.Quantile(0.99), open.Late.Max())
	stall := period / 10
	if open.Late.Quantile(0.99) > stall/20 || closed.FromSent.Quantile(0.9) > stall/10 ||
		open.FromIntended.Quantile(0.8) > stall/10 || closed.Completed < 1500 {
		return false
	}
	if p99 := closed.FromSent.Quantile(0.99); p99 > stall/2 {
		t.Errorf("the closed model has a p99 of %v, want it near the service time", p99)
	}
	if p99 := open.FromIntended.Quantile(0.99); p99 < stall*8/10 || p99 > stall*12/10 {
		t.Errorf("the open model has a p99 of %v, want about %v", p99, stall*9/10)
	}
	if open.Intended != uint64(2*period/time.Millisecond) || open.Dropped > 0 ||
		open.Completed != open.Intended {
		t.Errorf("%d intended, %d completed, %d dropped", open.Intended, open.Completed,
			open.Dropped)
	}
	return true
}

func mustRun(t *testing.T, opt generator.Options) *generator.Result {
	t.Helper()
	r, err := generator.Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
