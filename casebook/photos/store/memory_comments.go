package store

import (
	"context"
	"database/sql"
	"slices"
)

// CommentsInMemory remembers all comments.
type CommentsInMemory struct {
	memory
	db     *sql.DB
	ofPost map[int64][]Comment // the oldest first; without those of banned users
	byUser map[int64]int       // how many, with those of banned users
	banned map[int64]bool
}

// NewCommentsInMemory returns comments of a database. Load them before they are
// asked for.
func NewCommentsInMemory(db *sql.DB) *CommentsInMemory {
	s := &CommentsInMemory{db: db}
	s.load = s.loadAll
	return s
}

func (s *CommentsInMemory) loadAll(ctx context.Context) error {
	var err error
	if s.banned, err = bannedUsers(ctx, s.db); err != nil {
		return err
	}
	rows, err := s.db.QueryContext(ctx,
		"SELECT "+commentColumns+" FROM comments c ORDER BY c.created_at, c.id")
	if err != nil {
		return err
	}
	defer rows.Close()
	s.ofPost, s.byUser = make(map[int64][]Comment), make(map[int64]int)
	for rows.Next() {
		var c Comment
		if err := rows.Scan(&c.ID, &c.PostID, &c.UserID, &c.Text, &c.At); err != nil {
			return err
		}
		s.put(c)
	}
	return rows.Err()
}

// bannedUsers returns the users whose things are not shown.
func bannedUsers(ctx context.Context, db *sql.DB) (map[int64]bool, error) {
	rows, err := db.QueryContext(ctx, "SELECT id FROM users WHERE banned")
	if err != nil {
		return nil, err
	}
	ids, err := collect(rows, func() (id int64, err error) { return id, rows.Scan(&id) })
	banned := make(map[int64]bool, len(ids))
	for _, id := range ids {
		banned[id] = true
	}
	return banned, err
}

// put adds a comment at its place, if it is not there.
func (s *CommentsInMemory) put(c Comment) {
	old := s.ofPost[c.PostID]
	i := len(old)
	for i > 0 && later(old[i-1].At, old[i-1].ID, c.At, c.ID) {
		i--
	}
	if i > 0 && old[i-1].ID == c.ID {
		return
	}
	s.byUser[c.UserID]++
	if s.banned[c.UserID] {
		return
	}
	if i == len(old) { // readers of old do not look behind its end
		s.ofPost[c.PostID] = append(old, c)
		return
	}
	s.ofPost[c.PostID] = slices.Concat(old[:i], []Comment{c}, old[i:])
}

// Forget hides the comments of a user.
func (s *CommentsInMemory) Forget(user int64) {
	s.Lock()
	defer s.Unlock()
	s.banned[user] = true
	for post, old := range s.ofPost {
		if slices.ContainsFunc(old, func(c Comment) bool { return c.UserID == user }) {
			s.ofPost[post] = slices.DeleteFunc(slices.Clone(old),
				func(c Comment) bool { return c.UserID == user })
		}
	}
}

// Threads returns the comments by the numbers of the posts.
func (s *CommentsInMemory) Threads(ctx context.Context, posts []int64, last int) (
	map[int64]Thread, error) {
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	defer s.RUnlock()
	all := make(map[int64]Thread, len(posts))
	for _, id := range posts {
		c := s.ofPost[id]
		all[id] = Thread{len(c), c[max(len(c)-last, 0):]}
	}
	return all, nil
}

// CountCommentsBy returns how many comments a user has written.
func (s *CommentsInMemory) CountCommentsBy(ctx context.Context, user int64) (int, error) {
	if err := s.read(ctx); err != nil {
		return 0, err
	}
	defer s.RUnlock()
	return s.byUser[user], nil
}

// Comment keeps a comment.
func (s *CommentsInMemory) Comment(ctx context.Context, c Comment) error {
	id, err := insertComment(context.WithoutCancel(ctx), s.db, c)
	if err != nil {
		s.Doubt()
		return err
	}
	s.Lock()
	defer s.Unlock()
	c.ID = id
	s.put(c)
	return nil
}
