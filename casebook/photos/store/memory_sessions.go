package store

import (
	"context"
	"sync"
)

// SessionsInMemory remembers sessions that were found.
type SessionsInMemory struct {
	inner Sessions

	mu    sync.Mutex
	users map[string]int64 // by token
	ended uint64           // how often sessions were ended
	seen  seen
}

// NewSessionsInMemory returns sessions that are kept by inner.
func NewSessionsInMemory(inner Sessions) *SessionsInMemory {
	return &SessionsInMemory{inner: inner, users: make(map[string]int64), seen: seen{}}
}

// maxSessions is how many are remembered.
const maxSessions = 100_000

// Begin begins a session.
func (s *SessionsInMemory) Begin(ctx context.Context, user int64) (string, error) {
	token, err := s.inner.Begin(ctx, user)
	if err == nil {
		s.mu.Lock()
		s.put(token, user)
		s.mu.Unlock()
	}
	return token, err
}

func (s *SessionsInMemory) put(token string, user int64) {
	if len(s.users) >= maxSessions {
		clear(s.users)
	}
	s.users[token] = user
	s.seen.mark(token)
}

// Find returns whose session it is.
func (s *SessionsInMemory) Find(ctx context.Context, token string) (int64, bool, error) {
	s.mu.Lock()
	user, ok := s.users[token]
	ended := s.ended
	if ok {
		s.seen.mark(token)
	}
	s.mu.Unlock()
	if ok {
		return user, true, nil
	}
	user, ok, err := s.inner.Find(ctx, token)
	if ok {
		s.mu.Lock()
		if ended == s.ended { // or it may have ended meanwhile
			s.put(token, user)
		}
		s.mu.Unlock()
	}
	return user, ok, err
}

// End ends a session.
func (s *SessionsInMemory) End(ctx context.Context, token string) error {
	err := s.inner.End(ctx, token)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	delete(s.users, token)
	delete(s.seen, token)
	return err
}

// EndAll ends the sessions of a user.
func (s *SessionsInMemory) EndAll(ctx context.Context, user int64) error {
	err := s.inner.EndAll(ctx, user)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended++
	for token, owner := range s.users {
		if owner == user {
			delete(s.users, token)
		}
	}
	return err
}

// Online returns how many were here lately.
func (s *SessionsInMemory) Online() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.count()
}
