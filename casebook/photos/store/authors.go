package store

import (
	"context"
	"database/sql"
	"strings"
)

// AuthorsOneByOne asks for each author by itself.
type AuthorsOneByOne struct{ Users Users }

// Authors returns the authors by their numbers.
func (s AuthorsOneByOne) Authors(ctx context.Context, ids []int64) (map[int64]User, error) {
	all := make(map[int64]User)
	for _, id := range ids {
		u, ok, err := s.Users.ByID(ctx, id)
		if err != nil {
			return nil, err
		}
		if ok {
			all[id] = u
		}
	}
	return all, nil
}

// AuthorsTogether asks for all authors of a page at once.
type AuthorsTogether struct{ DB *sql.DB }

// Authors returns the authors by their numbers.
func (s AuthorsTogether) Authors(ctx context.Context, ids []int64) (map[int64]User, error) {
	all := make(map[int64]User)
	if len(ids) == 0 {
		return all, nil
	}
	list, args := in(unique(ids))
	rows, err := s.DB.QueryContext(ctx,
		"SELECT "+userColumns+" FROM users WHERE id IN "+list, args...)
	if err != nil {
		return nil, err
	}
	users, err := collect(rows, func() (User, error) { return scanUser(rows) })
	for _, u := range users {
		all[u.ID] = u
	}
	return all, err
}

// in returns a list of placeholders and their arguments.
func in(ids []int64) (string, []any) {
	args := make([]any, len(ids))
	for i, id := range ids {
		args[i] = id
	}
	return "(?" + strings.Repeat(", ?", len(ids)-1) + ")", args
}

// unique returns each number once, in the order of the first.
func unique(ids []int64) []int64 {
	seen := make(map[int64]bool, len(ids))
	var all []int64
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			all = append(all, id)
		}
	}
	return all
}
