package store

import "context"

// Hider remembers what users have made.
type Hider interface {
	Forget(user int64) // hides what a user has made
	Doubt()            // it is not known whether a user was banned
}

// WithBans returns users that tell hiders of each ban.
func WithBans(users Users, hiders []Hider) Users { return withBans{users, hiders} }

type withBans struct {
	Users
	hiders []Hider
}

// Ban bans a user and hides what they have made.
func (s withBans) Ban(ctx context.Context, id int64) error {
	err := s.Users.Ban(ctx, id)
	u, ok, lookup := s.Users.ByID(ctx, id)
	for _, h := range s.hiders {
		switch {
		case err != nil || lookup != nil:
			h.Doubt()
		case ok && u.Banned:
			h.Forget(id)
		}
	}
	return err
}
