package store

import (
	"context"
	"database/sql"
	"slices"
)

// All, as the number of comments that are wanted, means all of them.
const All = 1 << 30

const commentColumns = "c.id, c.post_id, c.user_id, c.body, c.created_at"

// ThreadsOneByOne asks twice for each post: how many comments there are, and for
// the last ones.
type ThreadsOneByOne struct{ DB *sql.DB }

// Threads returns the comments by the numbers of the posts.
func (s ThreadsOneByOne) Threads(ctx context.Context, posts []int64, last int) (
	map[int64]Thread, error) {
	all := make(map[int64]Thread)
	for _, id := range posts {
		var t Thread
		err := s.DB.QueryRowContext(ctx, "SELECT COUNT(*) FROM comments c JOIN users u "+
			"ON u.id = c.user_id WHERE c.post_id = ? AND NOT u.banned", id).Scan(&t.Count)
		if err != nil {
			return nil, err
		}
		rows, err := s.DB.QueryContext(ctx, "SELECT "+commentColumns+
			" FROM comments c JOIN users u ON u.id = c.user_id WHERE c.post_id = ? "+
			"AND NOT u.banned ORDER BY c.created_at DESC, c.id DESC LIMIT ?", id, last)
		if err != nil {
			return nil, err
		}
		t.Last, err = collect(rows, func() (c Comment, err error) {
			err = rows.Scan(&c.ID, &c.PostID, &c.UserID, &c.Text, &c.At)
			return c, err
		})
		if err != nil {
			return nil, err
		}
		slices.Reverse(t.Last)
		all[id] = t
	}
	return all, nil
}

// ThreadsTogether asks once for all posts of a page.
type ThreadsTogether struct{ DB *sql.DB }

// Threads returns the comments by the numbers of the posts.
func (s ThreadsTogether) Threads(ctx context.Context, posts []int64, last int) (
	map[int64]Thread, error) {
	all := make(map[int64]Thread)
	if len(posts) == 0 {
		return all, nil
	}
	list, args := in(posts)
	rows, err := s.DB.QueryContext(ctx, `SELECT id, post_id, user_id, body, created_at, count FROM (
		SELECT `+commentColumns+`, COUNT(*) OVER (PARTITION BY c.post_id) count,
		ROW_NUMBER() OVER (PARTITION BY c.post_id ORDER BY c.created_at DESC, c.id DESC) place
		FROM comments c JOIN users u ON u.id = c.user_id
		WHERE c.post_id IN `+list+` AND NOT u.banned) ranked
		WHERE place <= ? ORDER BY post_id, created_at, id`, append(args, last)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c Comment
		var count int
		if err := rows.Scan(&c.ID, &c.PostID, &c.UserID, &c.Text, &c.At, &count); err != nil {
			return nil, err
		}
		all[c.PostID] = Thread{count, append(all[c.PostID].Last, c)}
	}
	return all, rows.Err()
}
