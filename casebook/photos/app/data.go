package app

import (
	"context"
	"database/sql"

	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/store"
)

// data is where users, posts and comments are found and kept.
type data struct {
	users    store.Users
	authors  store.Authors
	posts    store.Posts
	lists    store.Lists
	comments store.Comments
	threads  store.Threads
}

// dataOf takes the steps join, limit, users, posts and comments. What is in
// memory is asked before any query, however good.
func dataOf(ctx context.Context, taken steps.Set, db *sql.DB) (data, error) {
	d := data{users: store.SQLUsers{DB: db}, posts: store.SQLPosts{DB: db},
		comments: store.SQLComments{DB: db}}
	var hiders []store.Hider
	if taken.Has(steps.Users) {
		users := store.NewUsersInMemory(db)
		if err := users.Load(ctx); err != nil {
			return d, err
		}
		d.users, d.authors = users, users
	}
	switch {
	case taken.Has(steps.Users):
	case taken.Has(steps.Join):
		d.authors = store.AuthorsTogether{DB: db}
	default:
		d.authors = store.AuthorsOneByOne{Users: d.users}
	}
	switch {
	case taken.Has(steps.Comments):
		comments := store.NewCommentsInMemory(db)
		if err := comments.Load(ctx); err != nil {
			return d, err
		}
		d.comments, d.threads = comments, comments
		hiders = append(hiders, comments)
	case taken.Has(steps.Join):
		d.threads = store.ThreadsTogether{DB: db}
	default:
		d.threads = store.ThreadsOneByOne{DB: db}
	}
	switch {
	case taken.Has(steps.Posts):
		posts := store.NewPostsInMemory(db)
		if err := posts.Load(ctx); err != nil {
			return d, err
		}
		d.posts, d.lists = posts, posts
		hiders = append(hiders, posts)
	case taken.Has(steps.Limit):
		d.lists = store.ListsOfPage{DB: db}
	default:
		d.lists = store.ListsOfAll{DB: db, Users: d.users}
	}
	d.users = store.WithBans(d.users, hiders)
	return d, nil
}
