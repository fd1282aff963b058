package visit

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/wring-go/wring/casebook/load/scenario"
	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/seed"
)

// register registers a new user and returns their name and password.
func (b *browser) register() (name, password string, err error) {
	name = "v" + b.ledger.next()
	password = "secret of " + name
	if _, err = b.page("register form", "/register", ok("/register", nil)); err != nil {
		return "", "", err
	}
	_, err = b.submit("register", "/register", url.Values{"name": {name}, "password": {password}},
		ok("/", func(c checker, answer scenario.Page, all []card) error {
			return errors.Join(checkTimeline(c, answer, all), loggedIn(answer.Body, name))
		}))
	return name, password, err
}

// posts registers, posts a picture, and sees it everywhere at once.
func posts(b *browser) error {
	name, _, err := b.register()
	if err != nil {
		return err
	}
	w, err := b.share(name)
	if err != nil {
		return err
	}
	if _, err := b.timeline(); err != nil {
		return err
	}
	if err := b.tag(w.tag); err != nil {
		return err
	}
	path := "/users/" + name
	_, err = b.page("new user", path, ok(path,
		func(c checker, answer scenario.Page, all []card) error {
			err := errors.Join(exactly(all, []int64{w.id}), c.list(all))
			return errors.Join(err, wantNote(answer.Body, "1 posts, 0 comments"))
		}))
	if err != nil {
		return err
	}
	// A name that is taken.
	_, err = b.submit("name that is taken", "/register", url.Values{"name": {name},
		"password": {"another"}}, status(http.StatusConflict))
	return err
}

// share posts a picture and looks at its page.
func (b *browser) share(name string) (*written, error) {
	n := 1 + b.Rand.IntN(b.world.data.Posts)
	file := b.world.picture(n)
	tag := seed.Tags()[b.Rand.IntN(len(seed.Tags()))]
	text := seed.Sentence(b.Rand, 8, 0) + " " + b.ledger.next() + " #" + tag
	w := &written{author: name, text: shownText(text), tag: tag,
		extension: pictures.Extensions()[file.Kind], picture: n}
	b.ledger.beginPost(w)
	body, kind := upload(text, file)
	c := checker{b.world, b.ledger, b.ledger.mark()}
	answer, err := b.send("post a picture", http.MethodPost, "/", http.Header{
		"Content-Type": {kind}}, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	number, found := strings.CutPrefix(answer.URL.Path, "/posts/")
	id, err := strconv.ParseInt(number, 10, 64)
	if !found || err != nil {
		return nil, fmt.Errorf("a picture was posted: status %d at %s, want /posts/ and a number",
			answer.Status, answer.URL.Path)
	}
	all, err := b.judge(c, "a picture was posted", answer, writePoints,
		ok(answer.URL.Path, onePost(id)))
	if err != nil {
		return nil, err
	}
	if all[0].text != w.text {
		return nil, fmt.Errorf("post %d says %q, want %q", id, all[0].text, w.text)
	}
	b.ledger.settlePost(w, id, all[0].at)
	return w, b.picture(id, w.extension, n)
}

// upload returns a form with a picture, and its media type.
func upload(text string, file seed.Picture) (body []byte, kind string) {
	var out bytes.Buffer
	form := multipart.NewWriter(&out)
	form.WriteField("text", text)
	part, _ := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="picture"; filename="picture"`},
		"Content-Type":        {file.Kind}})
	part.Write(file.Bytes) // to memory: there are no errors
	form.Close()
	return out.Bytes(), form.FormDataContentType()
}

var banButton = regexp.MustCompile(`<a href="/users/([^"]+)">[^<]*</a> <form method="post" ` +
	`action="/admin/bans"><input type="hidden" name="user" value="(\d+)">`)

// bans lets a new user register, post and comment; an administrator bans them,
// and their posts and comments are gone.
func bans(b *browser) error {
	name, password, err := b.register()
	if err != nil {
		return err
	}
	w, err := b.share(name)
	if err != nil {
		return err
	}
	commented := int64(1 + b.Rand.IntN(b.world.data.Posts))
	if err := b.doomedComment(commented, name); err != nil {
		return err
	}
	session, _ := b.Cookie("session")
	if err := b.Forget(); err != nil {
		return err
	}
	if err := b.ban(name); err != nil {
		return err
	}
	if _, err := b.timeline(); err != nil {
		return err
	}
	if err := b.post(commented); err != nil {
		return err
	}
	for _, path := range []string{"/users/" + name, "/posts/" + strconv.FormatInt(w.id, 10)} {
		_, err := b.page("page of a banned user", path, status(http.StatusNotFound))
		if err != nil {
			return err
		}
	}
	return b.shutOut(name, password, session)
}

// doomedComment says something that will be gone soon.
func (b *browser) doomedComment(id int64, who string) error {
	text := "doomed " + b.ledger.next()
	b.ledger.beginComment(id, who, text)
	path := "/posts/" + strconv.FormatInt(id, 10)
	_, err := b.submit("comment", "/comments", url.Values{"post": {strconv.FormatInt(id, 10)},
		"text": {text}}, ok(path, func(c checker, answer scenario.Page, all []card) error {
		if err := onePost(id)(c, answer, all); err != nil {
			return err
		}
		return says(all[0], comment{who, text})
	}))
	return err
}

// ban logs in as the administrator and bans a user, who is among the newest.
func (b *browser) ban(name string) error {
	admin := b.world.users[1]
	if err := b.login(admin.Name, admin.Password); err != nil {
		return err
	}
	number := ""
	_, err := b.page("bans", "/admin/bans", ok("/admin/bans",
		func(_ checker, answer scenario.Page, _ []card) error {
			for _, m := range banButton.FindAllSubmatch(answer.Body, -1) {
				if string(m[1]) == name {
					number = string(m[2])
					return nil
				}
			}
			return fmt.Errorf("%s is not among the newest users", name)
		}))
	if err != nil {
		return err
	}
	b.ledger.beginBan(name)
	_, err = b.submit("ban", "/admin/bans", url.Values{"user": {number}}, ok("/admin/bans",
		func(_ checker, answer scenario.Page, _ []card) error {
			if bytes.Contains(answer.Body, []byte(`"/users/`+name+`"`)) {
				return fmt.Errorf("%s can still be banned", name)
			}
			return nil
		}))
	if err == nil {
		b.ledger.settleBan(name)
	}
	return err
}

// shutOut checks that a banned user can neither log in nor go on with an
// earlier session.
func (b *browser) shutOut(name, password, session string) error {
	if err := b.Forget(); err != nil {
		return err
	}
	_, err := b.submit("login of a banned user", "/login", url.Values{"name": {name},
		"password": {password}}, status(http.StatusForbidden))
	if err != nil {
		return err
	}
	answer, err := b.send("session of a banned user", http.MethodGet, "/admin/bans",
		http.Header{"Cookie": {"session=" + session}}, nil)
	if err != nil {
		return err
	}
	if answer.Status != http.StatusForbidden || bytes.Contains(answer.Body, []byte(name)) {
		return fmt.Errorf("the session of %s goes on: status %d", name, answer.Status)
	}
	b.board.add(pagePoints)
	return nil
}
