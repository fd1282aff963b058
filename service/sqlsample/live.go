package sqlsample

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Live says how to watch a server.
type Live struct {
	Interval time.Duration
	// Longest, when it is more than Interval, is to what the interval grows while
	// nothing runs.
	Longest time.Duration
	For     time.Duration // 0 means until the context ends
	// Show, when not nil, gets the report every second.
	Show func(Report)
}

// sight is a statement that runs at the moment.
type sight struct {
	conn    uint64
	began   string // tells executions of one text apart; "" if the server does not
	age     time.Duration
	entry   Entry
	text    string
	hasRows bool
}

// running is an execution that was seen at the last look.
type running struct {
	sight
	seen   time.Duration // as long as looks found it
	sights int64
}

// watcher turns looks at a server into executions.
type watcher struct {
	book    *Book
	active  map[uint64]*running
	looks   int64
	slowest time.Duration // look
	spent   time.Duration // on all looks
}

// watch looks at a server until the time is over. Each look counts for half of the
// time since the one before, and half of that until the next: so it does not matter
// that what is seen decides when the next one is. What was seen before an error stays
// booked.
func watch(ctx context.Context, b *Book, opt Live,
	look func(context.Context) ([]sight, error)) error {
	w := &watcher{book: b, active: map[uint64]*running{}}
	defer w.finish()
	stop := ctx.Done()
	var end <-chan time.Time
	if opt.For > 0 {
		timer := time.NewTimer(opt.For)
		defer timer.Stop()
		end = timer.C
	}
	gap := opt.Interval
	next := time.NewTimer(gap)
	defer next.Stop()
	last, shown := time.Now(), time.Now()
	for {
		select {
		case <-stop:
			return nil
		case <-end:
			return nil
		case <-next.C:
		}
		now := time.Now()
		list, err := look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		w.took(list, now.Sub(last), time.Since(now))
		last = now
		if len(list) == 0 {
			gap = max(opt.Interval, min(2*gap, opt.Longest))
		} else {
			gap = opt.Interval
		}
		next.Reset(gap - time.Since(now))
		if opt.Show != nil && time.Since(shown) >= time.Second {
			shown = time.Now()
			opt.Show(w.report())
		}
	}
}

// took books one look: what is still running goes on, what is gone has ended.
func (w *watcher) took(list []sight, step, cost time.Duration) {
	w.looks++
	w.spent += cost
	w.slowest = max(w.slowest, cost)
	for _, r := range w.active {
		r.seen += step / 2
	}
	now := make(map[uint64]*running, len(list))
	for _, s := range list {
		r := w.active[s.conn]
		if r == nil || !r.same(s) {
			if r != nil {
				w.end(r)
			}
			r = &running{sight: s}
		}
		r.age, r.entry = s.age, s.entry
		r.seen += step - step/2
		r.sights++
		now[s.conn] = r
		delete(w.active, s.conn)
	}
	for _, r := range w.active {
		w.end(r)
	}
	w.active = now
}

// same reports whether s is the execution that was seen before.
func (r *running) same(s sight) bool {
	if r.text != s.text || r.began != s.began {
		return false
	}
	return s.age >= r.age
}

// end books an execution.
func (w *watcher) end(r *running) {
	e := r.entry
	e.Text, e.Conn, e.Sights = []byte(r.text), 0, r.sights
	e.Duration = r.seen
	w.book.Add(&e)
}

func (w *watcher) finish() {
	for _, r := range w.active {
		w.end(r)
	}
	w.active = nil
	w.book.looks, w.book.lookCost, w.book.lookMax = w.looks, w.spent, w.slowest
}

// report returns what is booked; what is still running is not in it.
func (w *watcher) report() Report {
	w.book.looks, w.book.lookCost, w.book.lookMax = w.looks, w.spent, w.slowest
	return w.book.Report(w.book.source)
}

// WatchMySQL samples the process list of a MySQL or MariaDB server.
func WatchMySQL(ctx context.Context, db *sql.DB, b *Book, opt Live) error {
	b.sampled, b.source = true, ProcessList
	conn, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("the server cannot be reached: %w", err)
	}
	defer conn.Close()
	var self uint64
	if err := conn.QueryRowContext(ctx, "SELECT CONNECTION_ID()").Scan(&self); err != nil {
		return fmt.Errorf("the server does not say which connection this is: %w", err)
	}
	return watch(ctx, b, opt, func(ctx context.Context) ([]sight, error) {
		return processes(ctx, conn, self)
	})
}

// WatchPostgres samples pg_stat_activity of a PostgreSQL server.
func WatchPostgres(ctx context.Context, db *sql.DB, b *Book, opt Live) error {
	b.sampled, b.source = true, Activity
	conn, err := db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("the server cannot be reached: %w", err)
	}
	defer conn.Close()
	return watch(ctx, b, opt, func(ctx context.Context) ([]sight, error) {
		return activity(ctx, conn)
	})
}
