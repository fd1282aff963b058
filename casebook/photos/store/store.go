// Package store keeps users, posts, comments and sessions. The database is the
// truth in every version of the service; the versions differ in how they ask it,
// and in what they remember.
package store

import (
	"context"
	"errors"
	"time"
)

// PageSize is how many posts a page has.
const PageSize = 20

// ErrTaken says that another user has the name.
var ErrTaken = errors.New("this name is taken")

// User is a registered user.
type User struct {
	ID            int64
	Name, Hash    string
	Admin, Banned bool
}

// Post is a post without its picture.
type Post struct {
	ID, UserID int64
	Text, Kind string // Kind is the media type of the picture
	At         time.Time
}

// Comment is a comment on a post.
type Comment struct {
	ID, PostID, UserID int64
	Text               string
	At                 time.Time
}

// Thread is what was said about a post by those who are not banned.
type Thread struct {
	Count int       // of all comments
	Last  []Comment // the last ones, the oldest first
}

// Users finds and makes users.
type Users interface {
	ByID(ctx context.Context, id int64) (User, bool, error)
	ByName(ctx context.Context, name string) (User, bool, error)
	Newest(ctx context.Context, n int) ([]User, error) // who are neither banned nor admins
	Create(ctx context.Context, name, hash string) (int64, error)
	Ban(ctx context.Context, id int64) error
}

// Authors finds the users of what is on a page. Ids may occur several times.
type Authors interface {
	Authors(ctx context.Context, ids []int64) (map[int64]User, error)
}

// Threads finds the comments on the posts of a page, at most last of each.
type Threads interface {
	Threads(ctx context.Context, posts []int64, last int) (map[int64]Thread, error)
}

// Query says which posts a page has: the newest PageSize of those that match.
type Query struct {
	Before int64  // behind the post of this number, shown or not; 0 means any
	UserID int64  // by this user; 0 means any
	Tag    string // with this tag; "" means any
}

// Lists finds the posts of a page, the newest first, without those of banned
// users.
type Lists interface {
	Posts(ctx context.Context, q Query) ([]Post, error)
}

// Posts finds single posts and keeps new ones.
type Posts interface {
	Post(ctx context.Context, id int64) (Post, bool, error) // not if its author is banned
	CountBy(ctx context.Context, user int64) (int, error)

	// Create keeps a post, whose number it sets. The picture is kept by keep
	// within the same transaction.
	Create(ctx context.Context, p Post, tags []string, picture Picture) (int64, error)
}

// Comments keeps comments.
type Comments interface {
	CountCommentsBy(ctx context.Context, user int64) (int, error)
	Comment(ctx context.Context, c Comment) error
}

// Sessions remembers who has logged in.
type Sessions interface {
	Begin(ctx context.Context, user int64) (token string, err error)
	Find(ctx context.Context, token string) (user int64, ok bool, err error)
	End(ctx context.Context, token string) error
	EndAll(ctx context.Context, user int64) error
	Online() int // how many sessions were used in the last minutes
}
