package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	_ "github.com/go-sql-driver/mysql" // the driver "mysql"
	_ "github.com/lib/pq"              // the driver "postgres"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// connectPatience is how long a server may take to answer at first.
const connectPatience = 5 * time.Second

// explained is how many statements -explain asks about.
const explained = 20

// server watches a server. What was seen before an error is in the report.
func (c *sqlCommand) server(ctx context.Context, e env) (sqlsample.Report, error) {
	t, err := c.findTarget()
	if err != nil {
		return sqlsample.Report{}, err
	}
	db, err := sql.Open(t.driver, t.dsn)
	if err != nil {
		return sqlsample.Report{}, t.hide(err)
	}
	defer db.Close()
	r, err := c.watch(ctx, e, db, t)
	return r, t.hide(err)
}

func (c *sqlCommand) watch(ctx context.Context, e env, db *sql.DB, t target) (
	sqlsample.Report, error) {
	first, cancel := context.WithTimeout(ctx, 2*connectPatience)
	defer cancel()
	if err := db.PingContext(first); err != nil {
		return sqlsample.Report{}, fmt.Errorf("%s cannot be reached: %w", t.name, err)
	}
	if !c.own {
		if err := sqlsample.SeesAll(first, db, t.driver == "postgres"); err != nil {
			return sqlsample.Report{}, fmt.Errorf("%s: %w", t.name, err)
		}
	}
	text := mysqltext.Options{Dialect: mysqltext.PostgreSQL}
	if t.driver == "mysql" {
		var err error
		if text, err = sqlsample.Dialect(first, db); err != nil {
			return sqlsample.Report{}, fmt.Errorf("%s: %w", t.name, err)
		}
	}
	book := sqlsample.NewBook(sqlsample.Options{Text: text, Redact: c.redact && !c.explain})
	begin := time.Now()
	r, err := c.sample(ctx, e, db, t, book)
	r.WallSeconds = time.Since(begin).Seconds()
	if err == nil && c.explain {
		// Ctrl-C ended the watching; what it saw is explained none the less.
		after := context.WithoutCancel(ctx)
		err = sqlsample.Explain(after, db, &r, sqlsample.Explaining{Text: text, Limit: c.limit,
			Most: explained, TryIndex: c.tryIndex})
	}
	if c.redact {
		sqlsample.Redact(&r)
	}
	return r, err
}

// sample runs one of the four ways to watch.
func (c *sqlCommand) sample(ctx context.Context, e env, db *sql.DB, t target,
	book *sqlsample.Book) (sqlsample.Report, error) {
	live := sqlsample.Live{Interval: c.interval, For: c.duration}
	screen := newScreen(e, c)
	if c.duration == 0 {
		if screen == nil {
			return sqlsample.Report{}, errors.New("say how long to watch: -for 30s (a terminal " +
				"would get a report every second instead)")
		}
		live.Show = screen.show
	}
	if t.driver == "postgres" {
		watch, source := sqlsample.WatchPostgres, sqlsample.Activity
		if c.counters {
			watch, source = sqlsample.CountPostgres, sqlsample.Statements
		}
		err := watch(ctx, db, book, live)
		return sqlsample.Finish(book.Report(source)), err
	}
	watch, source := sqlsample.WatchMySQL, sqlsample.ProcessList
	if c.counters {
		watch, source = sqlsample.CountMySQL, sqlsample.Digests
	}
	before, err := sqlsample.CountCommands(ctx, db)
	if err != nil {
		return sqlsample.Report{}, err
	}
	err = watch(ctx, db, book, live)
	r := sqlsample.Finish(book.Report(source))
	after := context.WithoutCancel(ctx)
	if now, countErr := sqlsample.CountCommands(after, db); err == nil && countErr == nil {
		sqlsample.AdvisePrepared(&r, book, before, now)
	} else if err == nil {
		err = countErr
	}
	return r, err
}
