package sqlsample

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// ErrRights says that the user sees only statements of their own.
var ErrRights = errors.New("may see only statements of its own")

// SeesAll returns an error that wraps ErrRights when the user may not see what
// others run: a report would look complete and not be.
func SeesAll(ctx context.Context, db *sql.DB, postgres bool) error {
	if postgres {
		return seesAllPostgres(ctx, db)
	}
	rows, err := db.QueryContext(ctx, "SHOW GRANTS")
	if err != nil {
		return fmt.Errorf("the server does not tell the user's rights: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var grant string
		if err := rows.Scan(&grant); err != nil {
			return err
		}
		rights, _, ok := strings.Cut(grant, " ON *.* TO ")
		if ok && (strings.Contains(rights, "PROCESS") || strings.Contains(rights, "ALL PRIV")) {
			return nil
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return fmt.Errorf("the user %w: GRANT PROCESS ON *.* TO it, or use -own to look at these alone",
		ErrRights)
}

func seesAllPostgres(ctx context.Context, db *sql.DB) error {
	var all bool
	err := db.QueryRowContext(ctx, "SELECT rolsuper OR pg_has_role(oid, 'pg_read_all_stats', "+
		"'USAGE') FROM pg_roles WHERE rolname = current_user").Scan(&all)
	if err != nil {
		return fmt.Errorf("the server does not tell the user's rights: %w", err)
	}
	if !all {
		return fmt.Errorf("the user %w: GRANT pg_read_all_stats TO it, or use -own to look at "+
			"these alone", ErrRights)
	}
	return nil
}

// Redact takes every literal out of a report: examples become fingerprints, and
// plans, which repeat conditions, lose all lines but those about tables.
func Redact(r *Report) {
	for i := range r.Queries {
		q := &r.Queries[i]
		q.Example = q.Fingerprint
		for j, line := range q.Plan {
			if strings.ContainsAny(line, "'\"") {
				q.Plan[j] = "(a line with a literal)"
			}
		}
	}
	for i := range r.NotUnderstood {
		r.NotUnderstood[i].First.Text = ""
	}
}
