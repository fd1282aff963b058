package store

import (
	"context"
	"database/sql"
)

// SQLComments keeps comments in the database.
type SQLComments struct{ DB *sql.DB }

// CountCommentsBy returns how many comments a user has written.
func (s SQLComments) CountCommentsBy(ctx context.Context, user int64) (int, error) {
	var n int
	err := s.DB.QueryRowContext(ctx,
		"SELECT COUNT(*) FROM comments WHERE user_id = ?", user).Scan(&n)
	return n, err
}

// Comment keeps a comment.
func (s SQLComments) Comment(ctx context.Context, c Comment) error {
	_, err := insertComment(ctx, s.DB, c)
	return err
}

func insertComment(ctx context.Context, db *sql.DB, c Comment) (int64, error) {
	res, err := db.ExecContext(ctx,
		"INSERT INTO comments (post_id, user_id, body, created_at) VALUES (?, ?, ?, ?)",
		c.PostID, c.UserID, c.Text, c.At)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}
