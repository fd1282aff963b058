// Package history keeps what was measured of commits in a database, so that
// nothing is measured twice: a file of SQLite for one user, or PostgreSQL for a
// team. Both have the same tables, and several may write at the same time.
//
// What is kept is found again by the tree, not by the commit: what git calls by
// the same name is the same sources.
package history

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/compare/series"
)

// Store is an open database. It may be used by several goroutines.
type Store struct {
	db   *sql.DB
	kind kind
	name string // how errors call it: never with a password
}

// Open opens the database that dsn names, "postgres://..." or a file, and brings
// its tables up to date. The file is made if there is none.
func Open(ctx context.Context, dsn string) (*Store, error) {
	k := kindOf(dsn)
	db, err := k.open(dsn)
	if err != nil {
		return nil, fmt.Errorf("the history %s cannot be opened: %w", k.show(dsn), err)
	}
	s := &Store{db: db, kind: k, name: k.show(dsn)}
	if err := s.waited(ctx, s.migrate); err != nil {
		db.Close()
		return nil, s.failed("cannot be opened", err)
	}
	return s, nil
}

// busyFor is how long a database that another program has is tried again.
const busyFor = 5 * time.Second

// waited runs f, again while another program has the database.
func (s *Store) waited(ctx context.Context, f func(context.Context) error) error {
	for until := time.Now().Add(busyFor); ; {
		err := f(ctx)
		if err == nil || !s.kind.busy(err) || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Get returns the books that were kept under key; none when there are not any.
func (s *Store) Get(ctx context.Context, key series.Key) ([]*alloc.Record, error) {
	rows, err := s.db.QueryContext(ctx, s.kind.bind(`SELECT r.record FROM wring_run r
		JOIN wring_measurement m ON m.id = r.measurement
		WHERE m.tree = ? AND m.dir = ? AND m.settings = ? ORDER BY r.number`),
		key.Tree, key.Dir, key.Settings)
	if err != nil {
		return nil, s.failed("cannot be read", err)
	}
	defer rows.Close()
	var runs []*alloc.Record
	for rows.Next() {
		var data []byte
		if err := rows.Scan(&data); err != nil {
			return nil, s.failed("cannot be read", err)
		}
		rec, err := alloc.ReadRecord(bytes.NewReader(data))
		if err != nil {
			return nil, nil // another version's: measured again
		}
		runs = append(runs, rec)
	}
	if err := rows.Err(); err != nil {
		return nil, s.failed("cannot be read", err)
	}
	return runs, nil
}

// Put keeps books under key. Books that another process has put there meanwhile
// are replaced: the later ones may be of a newer format.
func (s *Store) Put(ctx context.Context, key series.Key, runs []*alloc.Record) error {
	err := s.within(ctx, func(tx *sql.Tx) error {
		id, err := s.claim(ctx, tx, key)
		if err != nil {
			return err
		}
		for i, rec := range runs {
			if err := s.putRun(ctx, tx, id, i, rec); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return s.failed("cannot be written", err)
	}
	return nil
}

// claim inserts the row of a measurement, or takes the existing one and empties
// it. Other transactions that want the row wait until this one ends.
func (s *Store) claim(ctx context.Context, tx *sql.Tx, key series.Key) (id int64, err error) {
	err = tx.QueryRowContext(ctx, s.kind.bind(`INSERT INTO wring_measurement
		(tree, dir, settings, measured_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (tree, dir, settings) DO UPDATE SET measured_at = excluded.measured_at
		RETURNING id`), key.Tree, key.Dir, key.Settings,
		time.Now().UTC().Format(time.RFC3339)).Scan(&id)
	if err != nil {
		return 0, err
	}
	for _, table := range []string{"wring_run", "wring_count"} {
		query := s.kind.bind("DELETE FROM " + table + " WHERE measurement = ?")
		if _, err := tx.ExecContext(ctx, query, id); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// putRun writes one run: the record for wring, and its counts for people who
// ask the database.
func (s *Store) putRun(ctx context.Context, tx *sql.Tx, id int64, number int,
	rec *alloc.Record) error {
	var data bytes.Buffer
	if err := alloc.WriteRecord(&data, rec); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, s.kind.bind(`INSERT INTO wring_run
		(measurement, number, go, module, record) VALUES (?, ?, ?, ?, ?)`),
		id, number, rec.Go, rec.Module, data.Bytes())
	if err != nil {
		return err
	}
	for i, b := range rec.Benchmarks {
		_, err := tx.ExecContext(ctx, s.kind.bind(`INSERT INTO wring_count
			(measurement, number, place, package, benchmark, operations, objects, bytes,
			first_use_objects, first_use_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
			id, number, i, b.Package, b.Name, int64(b.N), int64(b.Objects), int64(b.Bytes),
			int64(b.FirstUseObjects), int64(b.FirstUseBytes))
		if err != nil {
			return err
		}
	}
	return nil
}

// within runs f in a transaction.
func (s *Store) within(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, rolledBack(tx.Rollback()))
	}
	return tx.Commit()
}

// rolledBack drops what only says that ctx has ended the transaction already.
func rolledBack(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// failed says which database failed, and what to do.
func (s *Store) failed(what string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	advice := s.kind.advice(err)
	if newer := new(newerError); errors.As(err, &newer) {
		advice = "use the wring that wrote it, or a newer one, or another database with -db"
	}
	return fmt.Errorf("the history %s %s: %s; %s", s.name, what,
		strings.TrimSpace(err.Error()), advice)
}
