package store

import (
	"context"
	"database/sql"
	"slices"
	"time"
)

// PostsInMemory remembers all posts, without their pictures.
type PostsInMemory struct {
	memory
	table  SQLPosts
	banned map[int64]bool

	// Of all posts:
	byID  map[int64]Post
	tags  map[int64][]string
	count map[int64]int // by user

	// Without those of banned users, the oldest first:
	newest []Post
	byUser map[int64][]Post
	byTag  map[string][]Post
}

// NewPostsInMemory returns posts of a database. Load them before they are asked
// for.
func NewPostsInMemory(db *sql.DB) *PostsInMemory {
	s := &PostsInMemory{table: SQLPosts{db}}
	s.load = s.loadAll
	return s
}

func (s *PostsInMemory) loadAll(ctx context.Context) error {
	db := s.table.DB
	var err error
	if s.banned, err = bannedUsers(ctx, db); err != nil {
		return err
	}
	tags, err := loadTags(ctx, db)
	if err != nil {
		return err
	}
	rows, err := db.QueryContext(ctx,
		"SELECT "+postColumns+" FROM posts p ORDER BY p.created_at, p.id")
	if err != nil {
		return err
	}
	all, err := collect(rows, func() (Post, error) { return scanPost(rows) })
	if err != nil {
		return err
	}
	s.byID, s.newest = make(map[int64]Post, len(all)), nil
	s.byUser, s.byTag = make(map[int64][]Post), make(map[string][]Post)
	s.tags, s.count = make(map[int64][]string), make(map[int64]int)
	for _, p := range all {
		s.put(p, tags[p.ID])
	}
	return nil
}

func loadTags(ctx context.Context, db *sql.DB) (map[int64][]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT post_id, tag FROM tags")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	tags := make(map[int64][]string)
	for rows.Next() {
		var id int64
		var tag string
		if err := rows.Scan(&id, &tag); err != nil {
			return nil, err
		}
		tags[id] = append(tags[id], tag)
	}
	return tags, rows.Err()
}

// put adds a post to all lists, if it is not there.
func (s *PostsInMemory) put(p Post, tags []string) {
	if _, ok := s.byID[p.ID]; ok {
		return
	}
	s.byID[p.ID], s.tags[p.ID] = p, tags
	s.count[p.UserID]++
	if s.banned[p.UserID] {
		return
	}
	s.newest = insert(s.newest, p)
	s.byUser[p.UserID] = insert(s.byUser[p.UserID], p)
	for _, tag := range tags {
		s.byTag[tag] = insert(s.byTag[tag], p)
	}
}

// insert adds a post at its place, which is near the end.
func insert(posts []Post, p Post) []Post {
	i := len(posts)
	for i > 0 && later(posts[i-1].At, posts[i-1].ID, p.At, p.ID) {
		i--
	}
	return slices.Insert(posts, i, p)
}

// later reports whether the row of a time and number comes after another.
func later(a time.Time, aID int64, b time.Time, bID int64) bool {
	return a.After(b) || a.Equal(b) && aID > bID
}

// Forget hides the posts of a user.
func (s *PostsInMemory) Forget(user int64) {
	s.Lock()
	defer s.Unlock()
	s.banned[user] = true
	theirs := func(p Post) bool { return p.UserID == user }
	for _, p := range s.byUser[user] {
		for _, tag := range s.tags[p.ID] {
			s.byTag[tag] = slices.DeleteFunc(s.byTag[tag], theirs)
		}
	}
	delete(s.byUser, user)
	s.newest = slices.DeleteFunc(s.newest, theirs)
}

// Posts returns the posts of a page.
func (s *PostsInMemory) Posts(ctx context.Context, q Query) ([]Post, error) {
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	defer s.RUnlock()
	list := s.newest
	switch {
	case q.UserID != 0:
		list = s.byUser[q.UserID]
	case q.Tag != "":
		list = s.byTag[q.Tag]
	}
	end := len(list)
	if q.Before != 0 {
		before, ok := s.byID[q.Before]
		if !ok || !s.matches(before, q) {
			return nil, nil
		}
		end, _ = slices.BinarySearchFunc(list, before, func(p, b Post) int {
			if later(b.At, b.ID, p.At, p.ID) {
				return -1
			}
			return 1 // b itself is not wanted
		})
	}
	page := slices.Clone(list[max(end-PageSize, 0):end])
	slices.Reverse(page)
	return page, nil
}

// matches reports whether a post is one of those that a query asks for, whoever
// is banned.
func (s *PostsInMemory) matches(p Post, q Query) bool {
	return (q.UserID == 0 || p.UserID == q.UserID) &&
		(q.Tag == "" || slices.Contains(s.tags[p.ID], q.Tag))
}

// Post returns a post.
func (s *PostsInMemory) Post(ctx context.Context, id int64) (Post, bool, error) {
	if err := s.read(ctx); err != nil {
		return Post{}, false, err
	}
	defer s.RUnlock()
	p, ok := s.byID[id]
	return p, ok && !s.banned[p.UserID], nil
}

// CountBy returns how many posts a user has.
func (s *PostsInMemory) CountBy(ctx context.Context, user int64) (int, error) {
	if err := s.read(ctx); err != nil {
		return 0, err
	}
	defer s.RUnlock()
	return s.count[user], nil
}

// Create keeps a post with its tags and its picture, or nothing.
func (s *PostsInMemory) Create(ctx context.Context, p Post, tags []string, picture Picture) (
	int64, error) {
	id, err := s.table.Create(context.WithoutCancel(ctx), p, tags, picture)
	if err != nil {
		s.Doubt()
		return 0, err
	}
	s.Lock()
	defer s.Unlock()
	p.ID = id
	s.put(p, tags)
	return id, nil
}
