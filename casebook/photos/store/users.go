package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-sql-driver/mysql"
)

// SQLUsers asks the database for each user.
type SQLUsers struct{ DB *sql.DB }

const userColumns = "id, name, hash, admin, banned"

func scanUser(row interface{ Scan(...any) error }) (User, error) {
	var u User
	err := row.Scan(&u.ID, &u.Name, &u.Hash, &u.Admin, &u.Banned)
	return u, err
}

// ByID returns the user with a number.
func (s SQLUsers) ByID(ctx context.Context, id int64) (User, bool, error) {
	u, err := scanUser(s.DB.QueryRowContext(ctx,
		"SELECT "+userColumns+" FROM users WHERE id = ?", id))
	return found(u, err)
}

// ByName returns the user with a name.
func (s SQLUsers) ByName(ctx context.Context, name string) (User, bool, error) {
	u, err := scanUser(s.DB.QueryRowContext(ctx,
		"SELECT "+userColumns+" FROM users WHERE name = ?", name))
	return found(u, err)
}

// found tells apart that there is no row and that something failed.
func found[T any](v T, err error) (T, bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return v, false, nil
	}
	return v, err == nil, err
}

// Newest returns the newest users who can be banned.
func (s SQLUsers) Newest(ctx context.Context, n int) ([]User, error) {
	rows, err := s.DB.QueryContext(ctx, "SELECT "+userColumns+
		" FROM users WHERE NOT admin AND NOT banned ORDER BY id DESC LIMIT ?", n)
	if err != nil {
		return nil, err
	}
	return collect(rows, func() (User, error) { return scanUser(rows) })
}

// collect reads all rows.
func collect[T any](rows *sql.Rows, scan func() (T, error)) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan()
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// duplicate is the server's error when a unique key is there already.
const duplicate = 1062

// Create registers a user, or returns ErrTaken.
func (s SQLUsers) Create(ctx context.Context, name, hash string) (int64, error) {
	res, err := s.DB.ExecContext(ctx,
		"INSERT INTO users (name, hash, created_at) VALUES (?, ?, ?)", name, hash, now())
	if e, ok := errors.AsType[*mysql.MySQLError](err); ok && e.Number == duplicate {
		return 0, ErrTaken
	}
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// Ban bans a user.
func (s SQLUsers) Ban(ctx context.Context, id int64) error {
	_, err := s.DB.ExecContext(ctx, "UPDATE users SET banned = TRUE WHERE id = ? AND NOT admin", id)
	return err
}

// now is the time as the database keeps it.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
