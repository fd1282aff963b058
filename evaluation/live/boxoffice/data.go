package main

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"os"
	"sync"
)

// pages are the templates.
//
//go:embed *.html
var pages embed.FS

// shop is what the service keeps itself.
type shop struct {
	page *template.Template
	dir  string            // of the posters that are files
	plan map[int64]seatRow // of the seats; nil where each is asked for
	hall map[int64]hallRow // nil likewise
	sold map[int64]sumRow  // seats by show; nil likewise
	all  sumRow            // what was taken

	mu   sync.Mutex // guards next
	next int64
}

// prepare brings the database to what the solved problems want, and fills it when it
// is empty.
func (o *office) prepare(ctx context.Context) (err error) {
	o.shop = &shop{}
	if o.shop.page, err = template.ParseFS(pages, "*.html"); err != nil {
		return err
	}
	for _, statement := range []string{
		"CREATE TABLE IF NOT EXISTS halls (id BIGINT PRIMARY KEY, name TEXT NOT NULL, " +
			"city TEXT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS shows (id BIGINT PRIMARY KEY, title TEXT NOT NULL, " +
			"hall_id BIGINT NOT NULL, poster BYTEA NOT NULL)",
		"CREATE TABLE IF NOT EXISTS sales (id BIGINT PRIMARY KEY, show_id BIGINT NOT NULL, " +
			"seats BIGINT NOT NULL, price BIGINT NOT NULL)",
		"CREATE TABLE IF NOT EXISTS seats (id BIGINT PRIMARY KEY, row_no BIGINT NOT NULL, " +
			"seat_no BIGINT NOT NULL)",
		"INSERT INTO halls SELECT i, 'hall ' || i, 'city ' || i % 50 FROM " +
			"generate_series(1, 300) i ON CONFLICT DO NOTHING",
		"INSERT INTO shows SELECT i, 'show ' || i, 1 + i * 7 % 300, " +
			"decode(repeat(md5(i::text), 2000), 'hex') FROM generate_series(1, 200) i " +
			"ON CONFLICT DO NOTHING",
		"INSERT INTO sales SELECT i, 1 + i * 7919 % 200, 1 + i % 4, 20 + i % 50 FROM " +
			"generate_series(1, 20000) i ON CONFLICT DO NOTHING",
		"INSERT INTO seats SELECT i, i / 40, i % 40 FROM generate_series(1, 1000) i " +
			"ON CONFLICT DO NOTHING",
		map[bool]string{true: "CREATE INDEX IF NOT EXISTS sales_of_show ON sales (show_id)",
			false: "DROP INDEX IF EXISTS sales_of_show"}[o.solved["index"]],
		"ANALYZE",
	} {
		if _, err := o.db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	for name, keep := range map[string]func(context.Context) error{"seats": o.keepPlan,
		"halls": o.keepHalls, "totals": o.keepTotals} {
		if !o.solved[name] {
			continue
		}
		if err := keep(ctx); err != nil {
			return err
		}
	}
	if !o.solved["files"] {
		return nil
	}
	if o.shop.dir, err = os.MkdirTemp("", "posters"); err != nil {
		return err
	}
	return o.export(ctx, o.shop.dir)
}

// keepPlan reads the plan of the seats into memory.
func (o *office) keepPlan(ctx context.Context) error {
	var all []struct{ ID, Row, Seat int64 }
	if err := o.db.List(ctx, &all, "SELECT id, row_no, seat_no FROM seats"); err != nil {
		return err
	}
	o.shop.plan = map[int64]seatRow{}
	for _, s := range all {
		o.shop.plan[s.ID] = seatRow{s.Row, s.Seat}
	}
	return nil
}

// keepHalls reads the halls into memory.
func (o *office) keepHalls(ctx context.Context) error {
	var all []struct {
		ID         int64
		Name, City string
	}
	if err := o.db.List(ctx, &all, "SELECT id, name, city FROM halls"); err != nil {
		return err
	}
	o.shop.hall = map[int64]hallRow{}
	for _, h := range all {
		o.shop.hall[h.ID] = hallRow{h.Name, h.City}
	}
	return nil
}

// keepTotals adds up the sales once. Whoever sells adds to them.
func (o *office) keepTotals(ctx context.Context) error {
	var all []saleRow
	if err := o.db.List(ctx, &all, "SELECT show_id, seats, price FROM sales"); err != nil {
		return err
	}
	o.shop.sold = map[int64]sumRow{}
	for _, s := range all {
		o.shop.sold[s.Show] = sumRow{o.shop.sold[s.Show].N + s.Seats}
		o.shop.all.N += s.Seats * s.Price
	}
	return nil
}

// close removes what was made on the disk.
func (o *office) close() error {
	var err error
	if o.shop != nil && o.shop.dir != "" {
		err = os.RemoveAll(o.shop.dir)
	}
	return errors.Join(err, o.db.Close())
}
