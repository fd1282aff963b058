package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

const sqlManual = `
Sql says which statements take the time of a MySQL, MariaDB or PostgreSQL server,
why, and which lines of Go send them. Statements that differ only in their
literals are one row.

	wring sql slow.log           the slow log, also .gz, also - for standard input
	wring sql -for 30s           samples of the process list, or of pg_stat_activity
	wring sql -counters -for 30s the server's own counters: performance_schema or
	                             pg_stat_statements
	wring sql OLD -- NEW         two slow logs or two kept reports side by side

The server is named by -dsn, by the environment variable WRING_DSN, or by the
[client] section of a my.cnf (-defaults-file). A DSN with a password belongs into
the environment or the file: the arguments of a process can be read by everyone on
the machine. MYSQL_PWD and PGPASSWORD are used when the DSN has no password.

	mysql://user@host:3306/database  or  user@tcp(host:3306)/database
	postgres://user@host:5432/database

Without -for the report on a terminal is refreshed until Ctrl-C.

Advice says what it was computed from. -explain asks the server for plans, of
SELECT only, in a read-only transaction with a time limit; without it no statement
is sent but those that read the server's own tables. -try-index also makes a
temporary table, which other connections do not see.

-fingerprint reads JSON strings, one a line, and prints the fingerprint of each.
`

func sqlVerb() verb {
	return verb{
		name: "sql", args: "[flags] [FILE...]",
		short: "which queries take the time, why, and which line of Go sends them",
		long:  sqlManual,
		setup: func(fs *flag.FlagSet) action {
			c := &sqlCommand{}
			c.define(fs)
			return c.run
		},
	}
}

type sqlCommand struct {
	fingerprint, json, counters bool
	explain, redact             bool
	ansi, noEscapes             bool
	own, tryIndex               bool
	dialect, dsn, defaults      string
	format, out, color, dir     string
	source                      string
	interval, duration          time.Duration
	limit                       time.Duration
	top                         int
}

func (c *sqlCommand) define(fs *flag.FlagSet) {
	fs.BoolVar(&c.fingerprint, "fingerprint", false,
		"read JSON strings, one a line, and print the fingerprint of each")
	fs.StringVar(&c.dialect, "dialect", "mysql",
		"lexical rules of files: `NAME` is mysql, mariadb or postgresql")
	fs.BoolVar(&c.ansi, "ansi-quotes", false, "sql_mode holds ANSI_QUOTES")
	fs.BoolVar(&c.noEscapes, "no-backslash-escapes", false, "sql_mode holds NO_BACKSLASH_ESCAPES")
	fs.StringVar(&c.dsn, "dsn", "", "the server: `DSN`, better in the variable WRING_DSN")
	fs.StringVar(&c.defaults, "defaults-file", "",
		"read the server and the password from `FILE`, in the form of my.cnf")
	fs.BoolVar(&c.counters, "counters", false,
		"read the server's counters twice instead of sampling what runs")
	fs.DurationVar(&c.interval, "interval", 100*time.Millisecond, "`TIME` between two samples")
	fs.DurationVar(&c.duration, "for", 0, "one report after this `TIME`")
	fs.BoolVar(&c.explain, "explain", false, "ask the server for the plans of SELECT")
	fs.DurationVar(&c.limit, "explain-limit", time.Second, "no plan takes longer than `TIME`")
	fs.BoolVar(&c.tryIndex, "try-index", false,
		"with -explain, try an index on a temporary copy of some rows before it is advised")
	fs.BoolVar(&c.own, "own", false, "be content with the statements of the DSN's own user")
	fs.BoolVar(&c.redact, "redact", false, "show no literal")
	fs.StringVar(&c.source, "source", "",
		"find the statements in these Go `PACKAGES`, separated by commas")
	fs.StringVar(&c.dir, "C", "", "change to `DIR` first, as the go command does")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	fs.StringVar(&c.format, "format", "text", "print `FORMAT`: text, json, markdown or html")
	fs.StringVar(&c.out, "o", "", "keep the report in `FILE`, to be compared later")
	fs.StringVar(&c.color, "color", "auto", "use colour: `WHEN` is auto, always or never")
	fs.IntVar(&c.top, "top", 20, "show `COUNT` statements as text; 0 for all")
}

func (c *sqlCommand) run(ctx context.Context, e env) (int, error) {
	if c.json {
		c.format = "json"
	}
	err := firstError(oneOf("format", c.format, "text", "json", "markdown", "html"),
		oneOf("dialect", c.dialect, "mysql", "mariadb", "postgresql"),
		oneOf("color", c.color, "auto", "always", "never"), placeFor(c.out))
	if err != nil {
		return exitTrouble, err
	}
	if c.interval < time.Millisecond {
		return exitTrouble, errors.New("-interval is less than a millisecond: " +
			"sampling would be what the server does")
	}
	if c.tryIndex && !c.explain {
		return exitTrouble, errors.New("-try-index needs -explain, which says where one is missing")
	}
	if c.fingerprint {
		return exitOK, printFingerprints(e.stdin, e.stdout, c.textOptions())
	}
	return c.report(ctx, e)
}

func (c *sqlCommand) textOptions() mysqltext.Options {
	opt := mysqltext.Options{ANSIQuotes: c.ansi, NoBackslashEscapes: c.noEscapes}
	if c.dialect == "postgresql" {
		opt.Dialect = mysqltext.PostgreSQL
	}
	return opt
}

// report answers from files when there are any, and else from a server.
func (c *sqlCommand) report(ctx context.Context, e env) (int, error) {
	if e.dash >= 0 {
		return c.compare(ctx, e, e.args[:e.dash], e.args[e.dash:])
	}
	var r sqlsample.Report
	var err error
	if len(e.args) > 0 {
		r, err = c.files(ctx, e, e.args)
	} else {
		r, err = c.server(ctx, e)
	}
	return c.print(ctx, e, r, err)
}

// print writes the report, and keeps it. After an error there is still what was
// read before; the error decides the exit code.
func (c *sqlCommand) print(ctx context.Context, e env, r sqlsample.Report, err error) (int, error) {
	if err == nil && c.source != "" {
		err = c.addPlaces(ctx, e, &r)
	}
	if r.Source != "" && (err == nil || r.Statements > 0) {
		err = firstError(err, c.keep(r))
	}
	if err != nil {
		if c.out != "" && r.Statements > 0 {
			err = fmt.Errorf("%w (%s holds the %d statements that were read)", err, c.out,
				r.Statements)
		}
		return exitTrouble, err
	}
	return exitOK, c.write(e, r)
}
