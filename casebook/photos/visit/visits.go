package visit

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/wring-go/wring/casebook/load/scenario"
	"github.com/wring-go/wring/casebook/photos/seed"
	"github.com/wring-go/wring/casebook/photos/store"
)

// kindOf returns what visit n of a run is. Of 20 visits 12 look around, 5 log in
// and comment, 2 register and post, and in one an administrator bans. The first
// four are one of each.
func kindOf(n uint64) func(*browser) error {
	switch n % 20 {
	case 1, 5, 9, 13, 17:
		return comments
	case 2, 11:
		return posts
	case 3:
		return bans
	}
	return looks
}

// timeline asks for the newest posts.
func (b *browser) timeline() ([]card, error) {
	return b.page("timeline", "/", ok("/", checkTimeline))
}

func checkTimeline(c checker, _ scenario.Page, all []card) error {
	if len(all) != store.PageSize {
		return fmt.Errorf("%d posts, want %d", len(all), store.PageSize)
	}
	return errors.Join(c.list(all), c.present(all, ""))
}

// looks looks around: the timeline with its pictures, older posts, a post, a
// user, a tag, and the timeline again.
func looks(b *browser) error {
	if err := b.stylesheet(); err != nil {
		return err
	}
	first, err := b.timeline()
	if err != nil {
		return err
	}
	if err := b.pictures(first); err != nil {
		return err
	}
	if err := b.olderThan(b.somePost()); err != nil {
		return err
	}
	id := b.somePost()
	if err := b.post(id); err != nil {
		return err
	}
	if err := b.user(b.world.posts[id].author); err != nil {
		return err
	}
	if err := b.tag(seed.Tags()[b.Rand.IntN(len(seed.Tags()))]); err != nil {
		return err
	}
	again, err := b.timeline()
	if err != nil {
		return err
	}
	return b.pictures(again)
}

// somePost returns the number of a post of the data.
func (b *browser) somePost() int64 { return int64(1 + b.Rand.IntN(b.world.data.Posts)) }

func (b *browser) stylesheet() error {
	return b.file("stylesheet", "/static/darkroom.css", "text/css; charset=utf-8",
		func() []byte { return nil })
}

// olderThan asks for the posts of the data behind one of them: those with the
// numbers below.
func (b *browser) olderThan(id int64) error {
	var want []int64
	for n := id - 1; n >= 1 && len(want) < store.PageSize; n-- {
		want = append(want, n)
	}
	_, err := b.page("older posts", "/?before="+strconv.FormatInt(id, 10),
		ok("/", func(c checker, _ scenario.Page, all []card) error {
			return errors.Join(exactly(all, want), c.list(all))
		}))
	return err
}

// post asks for a post with all its comments.
func (b *browser) post(id int64) error {
	path := "/posts/" + strconv.FormatInt(id, 10)
	_, err := b.page("post", path, ok(path, onePost(id)))
	return err
}

// onePost returns a judgement that wants a post with all comments.
func onePost(id int64) func(checker, scenario.Page, []card) error {
	return func(c checker, _ scenario.Page, all []card) error {
		return errors.Join(exactly(all, []int64{id}), c.each(all, store.All))
	}
}

// user asks for the page of a user of the data, who have the posts that they had.
func (b *browser) user(name string) error {
	path := "/users/" + name
	_, err := b.page("user", path, ok(path,
		func(c checker, answer scenario.Page, all []card) error {
			err := exactly(all, c.world.newestOf(name, store.PageSize))
			return errors.Join(err, c.list(all), c.note(answer.Body, name))
		}))
	return err
}

// tag asks for the posts with a tag.
func (b *browser) tag(tag string) error {
	path := "/tags/" + tag
	_, err := b.page("tag", path, ok(path, func(c checker, _ scenario.Page, all []card) error {
		return errors.Join(c.list(all), c.tagged(all, tag), c.present(all, tag))
	}))
	return err
}

// comments logs in, says something about a post, sees it, and logs out.
func comments(b *browser) error {
	n := 2 + b.Rand.IntN(b.world.data.Users-1)
	who := b.world.users[n]
	if _, err := b.page("login form", "/login", ok("/login", nil)); err != nil {
		return err
	}
	if err := b.wrongPassword(who.Name); err != nil {
		return err
	}
	if err := b.login(who.Name, who.Password); err != nil {
		return err
	}
	id := b.somePost()
	if err := b.comment(id, who.Name); err != nil {
		return err
	}
	if _, err := b.timeline(); err != nil {
		return err
	}
	if _, err := b.submit("logout", "/logout", nil, ok("/", checkTimeline)); err != nil {
		return err
	}
	_, err := b.submit("comment of a stranger", "/comments", url.Values{"post": {"1"},
		"text": {"x"}}, ok("/login", nil))
	return err
}

func (b *browser) login(name, password string) error {
	_, err := b.submit("login", "/login", url.Values{"name": {name}, "password": {password}},
		ok("/", func(c checker, answer scenario.Page, all []card) error {
			return errors.Join(checkTimeline(c, answer, all), loggedIn(answer.Body, name))
		}))
	return err
}

func (b *browser) wrongPassword(name string) error {
	_, err := b.submit("wrong password", "/login", url.Values{"name": {name},
		"password": {"not this"}}, status(http.StatusForbidden))
	return err
}

// comment says something about a post and sees it on the post's page.
func (b *browser) comment(id int64, who string) error {
	text := seed.Sentence(b.Rand, 4, 0) + " " + b.ledger.next()
	b.ledger.beginComment(id, who, escape(text))
	path := "/posts/" + strconv.FormatInt(id, 10)
	_, err := b.submit("comment", "/comments", url.Values{"post": {strconv.FormatInt(id, 10)},
		"text": {text}}, ok(path, func(c checker, answer scenario.Page, all []card) error {
		if err := onePost(id)(c, answer, all); err != nil {
			return err
		}
		return says(all[0], comment{who, escape(text)})
	}))
	if err == nil {
		b.ledger.settleComment(id, who)
	}
	return err
}
