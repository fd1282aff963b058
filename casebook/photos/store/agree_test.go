package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/photos/store"
)

// noPicture is a picture of a post that is not looked at.
type noPicture struct{}

func (noPicture) Column() []byte   { return []byte("x") }
func (noPicture) Keep(int64) error { return nil }
func (noPicture) Close() error     { return nil }

// TestAgree writes by chance, through what remembers, and has all ways to read
// give the same: one by one, together, all, a page, from memory, and from memory
// that was loaded afterwards.
func TestAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	db, err := stage.Prepare(t.Context(), seed.New(0.006))
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	w := load(t, db)
	users := store.WithBans(w.users, []store.Hider{w.posts, w.comments})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		for range 30 {
			change(t, rng, w, users)
		}
		compare(t, w, db)
		compare(t, load(t, db), db)
		w.users.Doubt()
		w.posts.Doubt()
		w.comments.Doubt()
		compare(t, w, db)
	}
}

// memory is what remembers.
type memory struct {
	users    *store.UsersInMemory
	posts    *store.PostsInMemory
	comments *store.CommentsInMemory
}

func load(t *testing.T, db *stage.Database) memory {
	t.Helper()
	m := memory{store.NewUsersInMemory(db.DB), store.NewPostsInMemory(db.DB),
		store.NewCommentsInMemory(db.DB)}
	err := errors.Join(m.users.Load(t.Context()), m.posts.Load(t.Context()),
		m.comments.Load(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// change makes one change.
func change(t *testing.T, rng *rand.Rand, w memory, users store.Users) {
	t.Helper()
	ctx, user, post := t.Context(), 1+rng.Int64N(10), 1+rng.Int64N(80)
	// Times do not come in the order of the numbers, and some are alike.
	at := time.Date(2026, 1, 1, 0, 0, rng.IntN(50), 0, time.UTC)
	var err error
	switch rng.IntN(10) {
	case 0:
		_, err = users.Create(ctx, fmt.Sprintf("new%d", rng.IntN(20)), "hash")
		if errors.Is(err, store.ErrTaken) {
			err = nil
		}
	case 1:
		if rng.IntN(4) == 0 {
			err = users.Ban(ctx, user)
		}
	case 2, 3, 4:
		_, err = w.posts.Create(ctx, store.Post{UserID: user, Text: "text", Kind: "image/png",
			At: at}, []string{"sea", "sky"}[:rng.IntN(3)], noPicture{})
	default:
		err = w.comments.Comment(ctx, store.Comment{PostID: post, UserID: user, Text: "said",
			At: at})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// compare has all ways to read give the same.
func compare(t *testing.T, w memory, db *stage.Database) {
	t.Helper()
	ctx, plain := t.Context(), store.SQLUsers{DB: db.DB}
	queries := []store.Query{{}, {Tag: "sea"}, {Tag: "none"}, {UserID: 3}, {UserID: 99}}
	for id := int64(1); id < 90; id += 11 {
		queries = append(queries, store.Query{Before: id}, store.Query{Before: id, Tag: "sky"})
	}
	for _, q := range queries {
		same[store.Lists](t, fmt.Sprintf("%+v", q), func(l store.Lists) ([]store.Post, error) {
			posts, err := l.Posts(ctx, q)
			return append([]store.Post{}, posts...), err
		}, store.ListsOfAll{DB: db.DB, Users: plain}, store.ListsOfPage{DB: db.DB}, w.posts)
	}
	ids := []int64{1, 2, 3, 60, 61, 70, 99, 1}
	for _, last := range []int{3, store.All} {
		same[store.Threads](t, "threads", func(s store.Threads) (map[int64]store.Thread, error) {
			return threads(s.Threads(ctx, ids[:7], last))
		}, store.ThreadsOneByOne{DB: db.DB},
			store.ThreadsTogether{DB: db.DB}, w.comments)
	}
	same[store.Authors](t, "authors", func(s store.Authors) (map[int64]store.User, error) {
		return s.Authors(ctx, ids)
	}, store.AuthorsOneByOne{Users: plain}, store.AuthorsTogether{DB: db.DB}, w.users)
	same[store.Users](t, "newest", func(s store.Users) ([]store.User, error) {
		return s.Newest(ctx, 5)
	}, plain, w.users)
	for id := range int64(15) {
		same[store.Posts](t, "post", func(s store.Posts) (string, error) {
			return single(ctx, s, id+55)
		}, store.SQLPosts{DB: db.DB}, w.posts)
		same[store.Comments](t, "comments by", func(s store.Comments) (int, error) {
			return s.CountCommentsBy(ctx, id)
		}, store.SQLComments{DB: db.DB}, w.comments)
	}
}

// same has all of them give the same as the first.
func same[S, V any](t *testing.T, what string, ask func(S) (V, error), first S, others ...S) {
	t.Helper()
	want, err := ask(first)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for _, s := range others {
		got, err := ask(s)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s by %T: %v\n%+v\nwant, by %T,\n%+v", what, s, err, got, first, want)
		}
	}
}

// threads leaves out posts without comments, which some ways leave out.
func threads(all map[int64]store.Thread, err error) (map[int64]store.Thread, error) {
	some := make(map[int64]store.Thread)
	for id, thread := range all {
		if thread.Count > 0 {
			some[id] = thread
		}
	}
	return some, err
}

// single returns a post and how many its author has, as text.
func single(ctx context.Context, s store.Posts, id int64) (string, error) {
	p, ok, err := s.Post(ctx, id)
	if err != nil || !ok {
		return "", err
	}
	n, err := s.CountBy(ctx, p.UserID)
	return fmt.Sprint(p, n), err
}
