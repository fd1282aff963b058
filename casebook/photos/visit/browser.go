package visit

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/load/scenario"
	"github.com/wring-go/wring/casebook/photos/pictures"
)

// browser is one visitor: it asks for pages, keeps pictures as a browser does, and
// checks what comes.
type browser struct {
	*scenario.Visit
	world  *World
	ledger *Ledger
	board  *board
	kept   map[string]kept // files, by path
}

// kept is a file with what it can be asked for again with.
type kept struct {
	etag, modified string
	want           []byte // what it has to hold
}

// page asks for a page and checks it with judge, which gets its posts.
func (b *browser) page(name, path string, judge func(checker, scenario.Page, []card) error) (
	[]card, error) {
	c := checker{b.world, b.ledger, b.ledger.mark()}
	answer, err := b.send(name, http.MethodGet, path, nil, nil)
	if err != nil {
		return nil, err
	}
	return b.judge(c, path, answer, pagePoints, judge)
}

// unanswered is that there was no answer, or one that admits that there is none.
// That is an error, but not a wrong page.
type unanswered struct{ why error }

func (u unanswered) Error() string { return u.why.Error() }

// send sends a request. An answer without content is an error.
func (b *browser) send(name, method, path string, header http.Header, body io.Reader) (
	scenario.Page, error) {
	begin := time.Now()
	answer, err := b.Send(name, method, path, header, body)
	b.board.time(name, time.Since(begin))
	if err == nil && answer.Status >= http.StatusInternalServerError {
		err = fmt.Errorf("status %d", answer.Status)
	}
	if err != nil {
		b.Think(unansweredPause)
		return answer, unanswered{fmt.Errorf("%s: %w", name, err)}
	}
	return answer, nil
}

// unansweredPause is how long a visitor takes to notice that there was no answer.
const unansweredPause = 20 * time.Millisecond

// submit sends a form and checks the page that comes in the end.
func (b *browser) submit(name, path string, form url.Values,
	judge func(checker, scenario.Page, []card) error) ([]card, error) {
	c := checker{b.world, b.ledger, b.ledger.mark()}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
	answer, err := b.send(name, http.MethodPost, path, header, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	return b.judge(c, "form to "+path, answer, writePoints, judge)
}

func (b *browser) judge(c checker, what string, answer scenario.Page, points int,
	judge func(checker, scenario.Page, []card) error) ([]card, error) {
	kind := answer.Header.Get("Content-Type")
	if kind != "text/html; charset=utf-8" || !bytes.HasSuffix(answer.Body, []byte("</html>\n")) {
		return nil, fmt.Errorf("%s: status %d with %s, %d bytes, and not a whole page", what,
			answer.Status, kind, len(answer.Body))
	}
	all, err := cards(answer.Body)
	if err == nil {
		err = judge(c, answer, all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	b.board.add(points)
	return all, nil
}

// ok returns a judgement that wants status 200 at a path before any other.
func ok(path string, judge func(checker, scenario.Page, []card) error) func(
	checker, scenario.Page, []card) error {
	return func(c checker, answer scenario.Page, all []card) error {
		if answer.Status != http.StatusOK {
			return fmt.Errorf("status %d", answer.Status)
		}
		if got := answer.URL.Path; got != path {
			return fmt.Errorf("it ends at %s, want %s", got, path)
		}
		if judge == nil {
			return nil
		}
		return judge(c, answer, all)
	}
}

// status returns a judgement that wants nothing but a status.
func status(want int) func(checker, scenario.Page, []card) error {
	return func(_ checker, answer scenario.Page, all []card) error {
		if answer.Status != want || len(all) > 0 {
			return fmt.Errorf("status %d with %d posts, want %d with none", answer.Status, len(all),
				want)
		}
		return nil
	}
}

// file asks for a file, or whether it has changed, and checks it.
func (b *browser) file(name, path, kind string, want func() []byte) error {
	k, again := b.kept[path]
	header := http.Header{}
	if k.etag != "" {
		header.Set("If-None-Match", k.etag)
	}
	if k.modified != "" {
		header.Set("If-Modified-Since", k.modified)
	}
	if !again {
		k.want = want()
	}
	answer, err := b.send(name, http.MethodGet, path, header, nil)
	if err != nil {
		return err
	}
	if err := judgeFile(answer, k, kind); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	k.etag, k.modified = answer.Header.Get("ETag"), answer.Header.Get("Last-Modified")
	b.kept[path] = k
	b.board.add(assetPoints)
	return nil
}

// judgeFile checks a file. One that could be asked for again with what it came
// with must not come twice.
func judgeFile(answer scenario.Page, k kept, kind string) error {
	if k.etag != "" || k.modified != "" {
		if answer.Status != http.StatusNotModified || len(answer.Body) > 0 {
			return fmt.Errorf("status %d and %d bytes for a file that has not changed, want 304",
				answer.Status, len(answer.Body))
		}
		return nil
	}
	if answer.Status != http.StatusOK || answer.Header.Get("Content-Type") != kind {
		return fmt.Errorf("status %d with %s, want %s", answer.Status,
			answer.Header.Get("Content-Type"), kind)
	}
	if k.want != nil && !bytes.Equal(answer.Body, k.want) || len(answer.Body) == 0 {
		return fmt.Errorf("%d bytes that are not those of the file", len(answer.Body))
	}
	return nil
}

// pictures asks for the pictures of posts that were checked. Those of a user
// who is banned meanwhile stay where they are.
func (b *browser) pictures(all []card) error {
	for _, p := range all {
		n := int(p.id)
		if !b.world.seeded(p.id) {
			w, _ := b.ledger.find(p.text)
			n = w.picture
		}
		if err := b.picture(p.id, p.extension, n); err != nil {
			return err
		}
	}
	return nil
}

// picture asks for the picture of a post, which has to be picture n of the data.
func (b *browser) picture(id int64, extension string, n int) error {
	path := "/pictures/" + strconv.FormatInt(id, 10) + "." + extension
	want := func() []byte { return b.world.picture(n).Bytes }
	kind, ok := pictures.Kind(extension)
	if !ok {
		return fmt.Errorf("%s: unknown kind of picture", path)
	}
	return b.file("picture", path, kind, want)
}
