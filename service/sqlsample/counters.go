package sqlsample

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/wring-go/wring/service/mysqltext"
)

// counted is a row of a server's own statistics.
type counted struct {
	text, database, user     string
	calls                    int64
	seconds, lock, max       float64
	examined, sent, affected int64
	noIndex, filesort        int64
	prepared                 bool // a row of prepared_statements_instances
}

// CountMySQL books what performance_schema counted between two readings.
func CountMySQL(ctx context.Context, db *sql.DB, b *Book, opt Live) error {
	b.source = Digests
	return b.count(ctx, opt, func(ctx context.Context) (map[string]counted, error) {
		all, err := digests(ctx, db)
		if err != nil {
			return nil, err
		}
		return all, prepared(ctx, db, all)
	})
}

// CountPostgres books what pg_stat_statements counted between two readings.
func CountPostgres(ctx context.Context, db *sql.DB, b *Book, opt Live) error {
	b.source = Statements
	return b.count(ctx, opt, func(ctx context.Context) (map[string]counted, error) {
		return postgresStatements(ctx, db)
	})
}

// count reads counters, waits, reads them again, and books the differences. If
// the second reading fails there is nothing to book.
func (b *Book) count(ctx context.Context, opt Live,
	read func(context.Context) (map[string]counted, error)) error {
	old, err := read(ctx)
	if err != nil {
		return err
	}
	every := opt.For
	if every == 0 {
		every = time.Second
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(every):
		}
		now, err := read(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		for key, row := range now {
			b.addCounted(old[key], row)
		}
		if opt.For > 0 {
			return nil
		}
		old = now
		if opt.Show != nil {
			opt.Show(b.Report(b.source))
		}
	}
}

// ownQueries begin what the two readings themselves consist of.
var ownQueries = [...]string{"pg_stat_statements", "performance_schema"}

// addCounted books what a row of the statistics has more than before. Counters
// that went back were reset in between: then all of the row is new.
func (b *Book) addCounted(old, row counted) {
	if row.calls < old.calls {
		old = counted{}
	}
	calls := row.calls - old.calls
	if calls <= 0 {
		return
	}
	for _, own := range ownQueries {
		if strings.Contains(row.text, own) {
			return
		}
	}
	seconds := max(row.seconds-old.seconds, 0)
	b.Add(&Entry{Text: []byte(row.text), Database: []byte(row.database), User: []byte(row.user),
		Calls: calls, Duration: time.Duration(seconds * 1e9),
		Lock:         time.Duration(max(row.lock-old.lock, 0) * 1e9),
		RowsExamined: row.examined - old.examined, RowsSent: row.sent - old.sent,
		RowsAffected: row.affected - old.affected, Max: time.Duration(row.max * 1e9),
		NoIndex: row.noIndex > old.noIndex, Sorts: row.filesort - old.filesort})
	if row.prepared {
		b.executed += calls
	} else {
		b.digested += calls
	}
}

// digests reads events_statements_summary_by_digest. A server that has it turned
// off is an error, not an empty answer.
func digests(ctx context.Context, db *sql.DB) (map[string]counted, error) {
	var on string
	err := db.QueryRowContext(ctx, "SELECT @@performance_schema").Scan(&on)
	if err != nil {
		return nil, fmt.Errorf("the server does not say whether performance_schema is on: %w", err)
	}
	if on != "1" {
		return nil, fmt.Errorf("performance_schema is off: start the server with " +
			"performance_schema=ON, or leave out -counters to sample the process list")
	}
	rows, err := db.QueryContext(ctx,
		"SELECT * FROM performance_schema.events_statements_summary_by_digest")
	if err != nil {
		return nil, fmt.Errorf("the digests cannot be read: %w", err)
	}
	defer rows.Close()
	t, err := newTable(rows)
	if err != nil {
		return nil, err
	}
	all := map[string]counted{}
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, err
		}
		c := t.counted(digestText(t.text("digest_text")))
		c.database, c.calls = t.text("schema_name"), t.integer("count_star")
		c.seconds, c.max = t.number("sum_timer_wait")/1e12, t.number("max_timer_wait")/1e12
		all[t.text("schema_name")+"/"+t.text("digest")] = c
	}
	return all, rows.Err()
}

// counted returns what both tables of statements have.
func (t *table) counted(text string) counted {
	return counted{text: text, lock: t.number("sum_lock_time") / 1e12,
		examined: t.integer("sum_rows_examined"), sent: t.integer("sum_rows_sent"),
		affected: t.integer("sum_rows_affected"), noIndex: t.integer("sum_no_index_used"),
		filesort: t.integer("sum_sort_scan") + t.integer("sum_sort_range")}
}

// digestText writes a digest, in which three dots stand for the rest of a list, as
// a statement.
func digestText(text string) string {
	text = strings.ReplaceAll(text, "(...)", "(?)")
	return strings.TrimSuffix(strings.ReplaceAll(text, ", ...", ", ?"), "...")
}

// prepared adds the statements that are prepared at the moment. A server without
// the table has none.
func prepared(ctx context.Context, db *sql.DB, all map[string]counted) error {
	rows, err := db.QueryContext(ctx,
		"SELECT * FROM performance_schema.prepared_statements_instances")
	if err != nil {
		return nil
	}
	defer rows.Close()
	t, err := newTable(rows)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return err
		}
		c := t.counted(t.text("sql_text"))
		c.prepared, c.calls = true, t.integer("count_execute")
		c.seconds, c.max = t.number("sum_timer_execute")/1e12, t.number("max_timer_execute")/1e12
		all["prepared/"+t.text("object_instance_begin")+"/"+t.text("statement_id")] = c
	}
	return rows.Err()
}

// Commands are how many commands of each kind a server has got.
type Commands struct {
	Prepare, Execute, Close int64
	Questions               int64 // statements that clients sent, as the server counts them
}

// CountCommands asks a MySQL or MariaDB server for its counters.
func CountCommands(ctx context.Context, db *sql.DB) (c Commands, err error) {
	rows, err := db.QueryContext(ctx, "SHOW GLOBAL STATUS WHERE Variable_name IN "+
		"('Com_stmt_prepare', 'Com_stmt_execute', 'Com_stmt_close', 'Questions')")
	if err != nil {
		return c, fmt.Errorf("the server's counters cannot be read: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var value int64
		if err := rows.Scan(&name, &value); err != nil {
			return c, err
		}
		switch name {
		case "Com_stmt_prepare":
			c.Prepare = value
		case "Com_stmt_execute":
			c.Execute = value
		case "Com_stmt_close":
			c.Close = value
		case "Questions":
			c.Questions = value
		}
	}
	return c, rows.Err()
}

// From where on prepared statements are worth advice.
const (
	minExecutes = 20  // as few may be the program's start
	onceShare   = 0.7 // of the executions that were prepared for themselves
	hiddenShare = 0.1 // of the executions that digests do not show
)

// AdvisePrepared adds what the counters say of prepared statements: that they are
// used once, and that the digests do not see them.
func AdvisePrepared(r *Report, b *Book, old, now Commands) {
	prepares, executes := now.Prepare-old.Prepare, now.Execute-old.Execute
	closes := now.Close - old.Close
	if executes < minExecutes {
		return
	}
	counts := fmt.Sprintf("the server got %d commands to prepare, %d to execute and %d to close",
		prepares, executes, closes)
	once := min(prepares, closes)
	if float64(once) >= onceShare*float64(executes) {
		r.Advice = append(r.Advice, Advice{PreparedOnce, "statements are prepared, executed once " +
			"and closed: three commands for each query. Set interpolateParams=true in the DSN of " +
			"go-sql-driver/mysql, or use kit/sqltext/interpolated, or keep the statements", counts})
	}
	if r.Source != Digests {
		return
	}
	hidden := executes - b.executed
	if float64(hidden) < hiddenShare*float64(executes+b.digested) {
		return
	}
	r.Advice = append(r.Advice, Advice{HiddenPrepared, fmt.Sprintf("the picture is incomplete: "+
		"digests do not show %.0f %% of the statements, which were prepared. The process list "+
		"and the slow log do", 100*float64(hidden)/float64(hidden+b.digested)), counts +
		fmt.Sprintf("; the digests hold %d executions", b.digested)})
}

// Dialect returns the options with which a MySQL or MariaDB server reads text, as
// far as new sessions have its own settings.
func Dialect(ctx context.Context, db *sql.DB) (mysqltext.Options, error) {
	var mode string
	err := db.QueryRowContext(ctx, "SELECT @@GLOBAL.sql_mode").Scan(&mode)
	if err != nil {
		return mysqltext.Options{}, fmt.Errorf("the server does not tell its sql_mode: %w", err)
	}
	return mysqltext.Options{ANSIQuotes: strings.Contains(mode, "ANSI_QUOTES"),
		NoBackslashEscapes: strings.Contains(mode, "NO_BACKSLASH_ESCAPES")}, nil
}
