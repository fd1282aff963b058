package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"sync"
	"time"
)

// online is how long a user counts as online after a request.
const online = 5 * time.Minute

// seen knows when each session was last used. Its owner locks it.
type seen map[string]time.Time

// mark notes that a session was used now, and forgets those of long ago.
func (s seen) mark(token string) {
	now := time.Now()
	s[token] = now
	if len(s)%1000 == 0 {
		for t, at := range s {
			if now.Sub(at) > online {
				delete(s, t)
			}
		}
	}
}

func (s seen) count() int {
	n := 0
	for _, at := range s {
		if time.Since(at) <= online {
			n++
		}
	}
	return n
}

// SessionsLocked keeps sessions in the database, one request at a time.
type SessionsLocked struct {
	table sessionTable

	mu   sync.Mutex // guards seen
	seen seen
}

// NewSessionsLocked returns sessions in a database.
func NewSessionsLocked(db *sql.DB) *SessionsLocked {
	return &SessionsLocked{table: sessionTable{db}, seen: seen{}}
}

// Begin begins a session.
func (s *SessionsLocked) Begin(ctx context.Context, user int64) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	token, err := s.table.insert(ctx, user)
	if err == nil {
		s.seen.mark(token)
	}
	return token, err
}

// Find returns whose session it is.
func (s *SessionsLocked) Find(ctx context.Context, token string) (int64, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	user, ok, err := s.table.find(ctx, token)
	if ok {
		s.seen.mark(token)
	}
	return user, ok, err
}

// End ends a session.
func (s *SessionsLocked) End(ctx context.Context, token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.seen, token)
	return s.table.remove(ctx, token)
}

// EndAll ends the sessions of a user.
func (s *SessionsLocked) EndAll(ctx context.Context, user int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table.removeAll(ctx, user)
}

// Online returns how many were here lately.
func (s *SessionsLocked) Online() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.count()
}

// SessionsShort keeps sessions in the database and holds its lock for the map
// alone.
type SessionsShort struct {
	table sessionTable

	mu   sync.Mutex // guards seen
	seen seen
}

// NewSessionsShort returns sessions in a database.
func NewSessionsShort(db *sql.DB) *SessionsShort {
	return &SessionsShort{table: sessionTable{db}, seen: seen{}}
}

func (s *SessionsShort) mark(token string) {
	s.mu.Lock()
	s.seen.mark(token)
	s.mu.Unlock()
}

// Begin begins a session.
func (s *SessionsShort) Begin(ctx context.Context, user int64) (string, error) {
	token, err := s.table.insert(ctx, user)
	if err == nil {
		s.mark(token)
	}
	return token, err
}

// Find returns whose session it is.
func (s *SessionsShort) Find(ctx context.Context, token string) (int64, bool, error) {
	user, ok, err := s.table.find(ctx, token)
	if ok {
		s.mark(token)
	}
	return user, ok, err
}

// End ends a session.
func (s *SessionsShort) End(ctx context.Context, token string) error {
	s.mu.Lock()
	delete(s.seen, token)
	s.mu.Unlock()
	return s.table.remove(ctx, token)
}

// EndAll ends the sessions of a user.
func (s *SessionsShort) EndAll(ctx context.Context, user int64) error {
	return s.table.removeAll(ctx, user)
}

// Online returns how many were here lately.
func (s *SessionsShort) Online() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.count()
}

// sessionTable is the table of sessions.
type sessionTable struct{ db *sql.DB }

func (t sessionTable) insert(ctx context.Context, user int64) (string, error) {
	var random [16]byte
	rand.Read(random[:]) // never fails
	token := hex.EncodeToString(random[:])
	_, err := t.db.ExecContext(ctx,
		"INSERT INTO sessions (token, user_id, created_at) VALUES (?, ?, ?)", token, user, now())
	return token, err
}

func (t sessionTable) find(ctx context.Context, token string) (int64, bool, error) {
	var user int64
	err := t.db.QueryRowContext(ctx, "SELECT user_id FROM sessions WHERE token = ?", token).
		Scan(&user)
	return found(user, err)
}

func (t sessionTable) remove(ctx context.Context, token string) error {
	_, err := t.db.ExecContext(ctx, "DELETE FROM sessions WHERE token = ?", token)
	return err
}

func (t sessionTable) removeAll(ctx context.Context, user int64) error {
	_, err := t.db.ExecContext(ctx, "DELETE FROM sessions WHERE user_id = ?", user)
	return err
}
