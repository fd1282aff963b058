package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

var errNotURL = errors.New("it must be like postgres://user@host/database")

// migrations make the tables, one step for each version of them. A step that was
// released never changes: a new one follows. Types in braces have different
// names in different databases.
var migrations = []string{
	`CREATE TABLE wring_measurement (
		id {id},
		tree TEXT NOT NULL,
		dir TEXT NOT NULL,
		settings TEXT NOT NULL,
		measured_at TEXT NOT NULL,
		UNIQUE (tree, dir, settings));
	CREATE TABLE wring_run (
		measurement {number} NOT NULL REFERENCES wring_measurement (id) ON DELETE CASCADE,
		number {number} NOT NULL,
		go TEXT NOT NULL,
		module TEXT NOT NULL,
		record {data} NOT NULL,
		PRIMARY KEY (measurement, number));
	CREATE TABLE wring_count (
		measurement {number} NOT NULL REFERENCES wring_measurement (id) ON DELETE CASCADE,
		number {number} NOT NULL,
		place {number} NOT NULL,
		package TEXT NOT NULL,
		benchmark TEXT NOT NULL,
		operations {number} NOT NULL,
		objects {number} NOT NULL,
		bytes {number} NOT NULL,
		first_use_objects {number} NOT NULL,
		first_use_bytes {number} NOT NULL,
		PRIMARY KEY (measurement, number, place))`,
	`CREATE INDEX wring_count_benchmark ON wring_count (package, benchmark)`,
}

// newerError says that a later wring has changed the tables.
type newerError struct{ has, knows int }

func (e *newerError) Error() string {
	return fmt.Sprintf("its tables have version %d, and this wring knows versions up to %d",
		e.has, e.knows)
}

// migrate takes the steps that are missing, all of them or none. Of several that
// begin at once, one takes them and the others find them taken.
func (s *Store) migrate(ctx context.Context) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		if lock := s.kind.lock(); lock != "" {
			if _, err := tx.ExecContext(ctx, lock); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx,
			`CREATE TABLE IF NOT EXISTS wring_schema (version INTEGER NOT NULL)`)
		if err != nil {
			return err
		}
		var version int
		err = tx.QueryRowContext(ctx,
			`SELECT COALESCE(MAX(version), 0) FROM wring_schema`).Scan(&version)
		if err != nil {
			return err
		}
		if version > len(migrations) {
			return &newerError{version, len(migrations)}
		}
		return s.step(ctx, tx, version)
	})
}

// step takes the steps after version.
func (s *Store) step(ctx context.Context, tx *sql.Tx, version int) error {
	for i := version; i < len(migrations); i++ {
		for statement := range strings.SplitSeq(s.kind.words().Replace(migrations[i]), ";") {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx,
			s.kind.bind(`INSERT INTO wring_schema (version) VALUES (?)`), i+1)
		if err != nil {
			return err
		}
	}
	return nil
}
