package seed

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/wring-go/wring/casebook/photos/passhash"
	"github.com/wring-go/wring/casebook/photos/view"
)

// Fill puts the data into empty tables. The connection should interpolate
// parameters: a row with its picture does not fit into a prepared statement with
// many others.
func Fill(ctx context.Context, db *sql.DB, d Data) error {
	picture := Gallery()
	tables := []struct {
		insert string
		rows   int // in all
		batch  int
		row    func(n int) ([]any, error)
	}{
		{"users (id, name, hash, admin, created_at)", d.Users, 500, func(n int) ([]any, error) {
			u := d.User(n)
			hash, err := passhash.InProcess(ctx, u.Name, u.Password)
			return []any{n, u.Name, hash, u.Admin, u.At}, err
		}},
		{"posts (id, user_id, body, kind, picture, created_at)", d.Posts, 50,
			func(n int) ([]any, error) {
				p, file := d.Post(n), picture(n)
				return []any{n, p.User, p.Text, file.Kind, file.Bytes, p.At}, nil
			}},
		{"comments (id, post_id, user_id, body, created_at)", d.Comments, 1000,
			func(n int) ([]any, error) {
				c := d.Comment(n)
				return []any{n, c.Post, c.User, c.Text, c.At}, nil
			}},
	}
	for _, t := range tables {
		for from := 1; from <= t.rows; from += t.batch {
			err := insert(ctx, db, t.insert, from, min(from+t.batch, t.rows+1), t.row)
			if err != nil {
				return fmt.Errorf("filling %s: %w", t.insert, err)
			}
		}
	}
	return d.fillTags(ctx, db)
}

func insert(ctx context.Context, db *sql.DB, into string, from, to int,
	row func(n int) ([]any, error)) error {
	var text strings.Builder
	var args []any
	for n := from; n < to; n++ {
		values, err := row(n)
		if err != nil {
			return err
		}
		text.WriteString(", (?" + strings.Repeat(", ?", len(values)-1) + ")")
		args = append(args, values...)
	}
	_, err := db.ExecContext(ctx, "INSERT INTO "+into+" VALUES "+text.String()[2:], args...)
	return err
}

func (d Data) fillTags(ctx context.Context, db *sql.DB) error {
	for from := 1; from <= d.Posts; from += 500 {
		var args []any
		for n := from; n < min(from+500, d.Posts+1); n++ {
			for _, tag := range view.Tags(d.Post(n).Text) {
				args = append(args, n, tag)
			}
		}
		if len(args) == 0 {
			continue
		}
		_, err := db.ExecContext(ctx, "INSERT INTO tags (post_id, tag) VALUES (?, ?)"+
			strings.Repeat(", (?, ?)", len(args)/2-1), args...)
		if err != nil {
			return fmt.Errorf("filling tags: %w", err)
		}
	}
	return nil
}

// Reset removes what was added to the data, and lifts all bans.
func Reset(ctx context.Context, db *sql.DB, d Data) error {
	for _, s := range []struct {
		text string
		args []any
	}{
		{"DELETE FROM comments WHERE id > ?", []any{d.Comments}},
		{"DELETE FROM tags WHERE post_id > ?", []any{d.Posts}},
		{"DELETE FROM posts WHERE id > ?", []any{d.Posts}},
		{"DELETE FROM users WHERE id > ?", []any{d.Users}},
		{"UPDATE users SET banned = FALSE WHERE banned", nil},
		{"DELETE FROM sessions", nil},
	} {
		if _, err := db.ExecContext(ctx, s.text, s.args...); err != nil {
			return fmt.Errorf("resetting the data: %s: %w", s.text, err)
		}
	}
	return nil
}
