package store

import (
	"context"
	"database/sql"
	"io"
)

// SQLPosts keeps posts in the database.
type SQLPosts struct{ DB *sql.DB }

// Picture is a picture that is being kept with its post.
type Picture interface {
	// Column returns what the column of the database holds.
	Column() []byte

	// Keep keeps what the column does not hold. The post is committed only
	// after it returned nil.
	Keep(id int64) error

	io.Closer // of what is left when it is not kept
}

// Post returns a post.
func (s SQLPosts) Post(ctx context.Context, id int64) (Post, bool, error) {
	p, err := scanPost(s.DB.QueryRowContext(ctx, "SELECT "+postColumns+
		" FROM posts p JOIN users u ON u.id = p.user_id WHERE p.id = ? AND NOT u.banned", id))
	return found(p, err)
}

// CountBy returns how many posts a user has.
func (s SQLPosts) CountBy(ctx context.Context, user int64) (int, error) {
	var n int
	err := s.DB.QueryRowContext(ctx, "SELECT COUNT(*) FROM posts WHERE user_id = ?", user).Scan(&n)
	return n, err
}

// Create keeps a post with its tags and its picture, or nothing.
func (s SQLPosts) Create(ctx context.Context, p Post, tags []string, picture Picture) (
	int64, error) {
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback() // nothing after a commit
	res, err := tx.ExecContext(ctx,
		"INSERT INTO posts (user_id, body, kind, picture, created_at) VALUES (?, ?, ?, ?, ?)",
		p.UserID, p.Text, p.Kind, picture.Column(), p.At)
	if err != nil {
		return 0, err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return 0, err
	}
	for _, tag := range tags {
		_, err := tx.ExecContext(ctx, "INSERT INTO tags (post_id, tag) VALUES (?, ?)", id, tag)
		if err != nil {
			return 0, err
		}
	}
	if err := picture.Keep(id); err != nil {
		return 0, err
	}
	return id, tx.Commit()
}
