package store

import (
	"context"
	"database/sql"
	"errors"
)

// UsersInMemory remembers all users.
type UsersInMemory struct {
	memory
	table  SQLUsers
	byID   map[int64]User
	byName map[string]int64
	last   int64 // the largest number
}

// NewUsersInMemory returns users of a database. Load them before they are asked for.
func NewUsersInMemory(db *sql.DB) *UsersInMemory {
	s := &UsersInMemory{table: SQLUsers{db}}
	s.load = func(ctx context.Context) error {
		rows, err := db.QueryContext(ctx, "SELECT "+userColumns+" FROM users")
		if err != nil {
			return err
		}
		all, err := collect(rows, func() (User, error) { return scanUser(rows) })
		s.byID, s.byName = make(map[int64]User, len(all)), make(map[string]int64, len(all))
		for _, u := range all {
			s.put(u)
		}
		return err
	}
	return s
}

func (s *UsersInMemory) put(u User) {
	s.byID[u.ID], s.byName[u.Name] = u, u.ID
	s.last = max(s.last, u.ID)
}

// ByID returns the user with a number.
func (s *UsersInMemory) ByID(ctx context.Context, id int64) (User, bool, error) {
	if err := s.read(ctx); err != nil {
		return User{}, false, err
	}
	defer s.RUnlock()
	u, ok := s.byID[id]
	return u, ok, nil
}

// ByName returns the user with a name.
func (s *UsersInMemory) ByName(ctx context.Context, name string) (User, bool, error) {
	if err := s.read(ctx); err != nil {
		return User{}, false, err
	}
	defer s.RUnlock()
	id, ok := s.byName[name]
	return s.byID[id], ok, nil
}

// Authors returns the authors by their numbers.
func (s *UsersInMemory) Authors(ctx context.Context, ids []int64) (map[int64]User, error) {
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	defer s.RUnlock()
	all := make(map[int64]User, len(ids))
	for _, id := range ids {
		if u, ok := s.byID[id]; ok {
			all[id] = u
		}
	}
	return all, nil
}

// Newest returns the newest users who can be banned.
func (s *UsersInMemory) Newest(ctx context.Context, n int) ([]User, error) {
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	defer s.RUnlock()
	var all []User
	for id := s.last; id > 0 && len(all) < n; id-- {
		if u, ok := s.byID[id]; ok && !u.Admin && !u.Banned {
			all = append(all, u)
		}
	}
	return all, nil
}

// Create registers a user, or returns ErrTaken.
func (s *UsersInMemory) Create(ctx context.Context, name, hash string) (int64, error) {
	id, err := s.table.Create(context.WithoutCancel(ctx), name, hash)
	if errors.Is(err, ErrTaken) {
		return 0, err
	}
	if err != nil {
		s.Doubt()
		return 0, err
	}
	s.Lock()
	defer s.Unlock()
	if _, ok := s.byID[id]; !ok {
		s.put(User{ID: id, Name: name, Hash: hash})
	}
	return id, nil
}

// Ban bans a user.
func (s *UsersInMemory) Ban(ctx context.Context, id int64) error {
	if err := s.table.Ban(context.WithoutCancel(ctx), id); err != nil {
		s.Doubt()
		return err
	}
	s.Lock()
	defer s.Unlock()
	if u, ok := s.byID[id]; ok && !u.Admin {
		u.Banned = true
		s.byID[id] = u
	}
	return nil
}
