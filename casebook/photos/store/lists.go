package store

import (
	"context"
	"database/sql"
)

const postColumns = "p.id, p.user_id, p.body, p.kind, p.created_at"

func scanPost(row interface{ Scan(...any) error }) (Post, error) {
	var p Post
	err := row.Scan(&p.ID, &p.UserID, &p.Text, &p.Kind, &p.At)
	return p, err
}

// conditions returns what follows FROM posts p JOIN users u, for a query.
func (q Query) conditions() (string, []any) {
	where, args := " WHERE TRUE", []any(nil)
	if q.UserID != 0 {
		where, args = where+" AND p.user_id = ?", append(args, q.UserID)
	}
	if q.Tag != "" {
		where = where + " AND p.id IN (SELECT post_id FROM tags WHERE tag = ?)"
		args = append(args, q.Tag)
	}
	return where, args
}

// ListsOfAll reads all posts that match, whatever the page shows of them, and
// asks for each whether its author is banned until the page is full.
type ListsOfAll struct {
	DB    *sql.DB
	Users Users
}

// Posts returns the posts of a page.
func (s ListsOfAll) Posts(ctx context.Context, q Query) ([]Post, error) {
	where, args := q.conditions()
	rows, err := s.DB.QueryContext(ctx, "SELECT "+postColumns+" FROM posts p"+where+
		" ORDER BY p.created_at DESC, p.id DESC", args...)
	if err != nil {
		return nil, err
	}
	all, err := collect(rows, func() (Post, error) { return scanPost(rows) })
	if err != nil {
		return nil, err
	}
	var page []Post
	for _, p := range after(all, q.Before) {
		author, ok, err := s.Users.ByID(ctx, p.UserID)
		if err != nil {
			return nil, err
		}
		if ok && !author.Banned {
			page = append(page, p)
		}
		if len(page) == PageSize {
			break
		}
	}
	return page, nil
}

// after returns the posts behind the one of a number, all if the number is 0,
// and none if there is no such post.
func after(posts []Post, id int64) []Post {
	if id == 0 {
		return posts
	}
	for i, p := range posts {
		if p.ID == id {
			return posts[i+1:]
		}
	}
	return nil
}

// ListsOfPage reads the posts of a page and no others.
type ListsOfPage struct{ DB *sql.DB }

// Posts returns the posts of a page.
func (s ListsOfPage) Posts(ctx context.Context, q Query) ([]Post, error) {
	where, args := q.conditions()
	if q.Before != 0 {
		before, ok, err := s.when(ctx, q)
		if err != nil || !ok {
			return nil, err
		}
		where += " AND p.created_at <= ? AND (p.created_at < ? OR p.id < ?)"
		args = append(args, before, before, q.Before)
	}
	rows, err := s.DB.QueryContext(ctx, "SELECT "+postColumns+
		" FROM posts p JOIN users u ON u.id = p.user_id"+where+
		" AND NOT u.banned ORDER BY p.created_at DESC, p.id DESC LIMIT ?",
		append(args, PageSize)...)
	if err != nil {
		return nil, err
	}
	return collect(rows, func() (Post, error) { return scanPost(rows) })
}

// when returns the time of the post before which a page begins, if the post is
// one of those that match.
func (s ListsOfPage) when(ctx context.Context, q Query) (any, bool, error) {
	where, args := q.conditions()
	var at sql.NullTime
	err := s.DB.QueryRowContext(ctx, "SELECT p.created_at FROM posts p"+where+" AND p.id = ?",
		append(args, q.Before)...).Scan(&at)
	return found[any](at.Time, err)
}
