package linkify

import (
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// An iteration over the keywords can stop anywhere: at a keyword that others go
// on from, or below one.
func TestAllStops(t *testing.T) {
	l := mustNew(t, map[string]string{"a": "/", "ab": "/", "abc": "/", "b": "/", "bcd": "/",
		"x": "/"})
	want := slices.Sorted(maps.Keys(maps.Collect(l.All())))
	for n := range len(want) {
		var got []string
		for k := range l.All() {
			if got = append(got, k); len(got) > n {
				break
			}
		}
		if !slices.Equal(got, want[:n+1]) {
			t.Errorf("stopped at %d: %q, want %q", n, got, want[:n+1])
		}
	}
}

// URL finds whole keywords and nothing that only begins or ends like one.
func TestURLOfParts(t *testing.T) {
	links := map[string]string{"Gopher": "/g", "Gophers": "/gs", "Go": "/go", "山田": "/y"}
	l := mustNew(t, links)
	for k := range links {
		for end := range len(k) + 1 {
			for _, part := range []string{k[:end], k[end:], k[:end] + "x", "x" + k[:end]} {
				url, ok := l.URL(part)
				if want, known := links[part]; ok != known || url != want {
					t.Errorf("URL(%q) = %q, %v; want %q, %v", part, url, ok, want, known)
				}
			}
		}
	}
}

// What is not there can be taken away, and what is there put in again, without
// another linker or another count.
func TestNothingChanges(t *testing.T) {
	l := mustNew(t, map[string]string{"Go": "/go", "Gopher": "/g"})
	for _, k := range []string{"", "G", "Gop", "Gophers", "x"} {
		if l.Without(k) != l {
			t.Errorf("without %q it is another linker", k)
		}
	}
	again, err := l.With("Go", "/elsewhere")
	if err != nil || again.Len() != 2 || again.String("Go") != `<a href="/elsewhere">Go</a>` {
		t.Errorf("%d keywords, %s, %v", again.Len(), again.String("Go"), err)
	}
	if l.String("Go") != `<a href="/go">Go</a>` {
		t.Errorf("the earlier linker changed: %s", l.String("Go"))
	}
}

// An update that fails names the keyword and what is wrong, and leaves the
// linker as it was.
func TestUpdateFails(t *testing.T) {
	l := mustNew(t, map[string]string{"a": "/a"})
	for keyword, url := range map[string]string{"evil": "javascript:alert(1)", "": "/"} {
		next, err := l.Update(map[string]string{"b": "/b", keyword: url})
		if next != nil || err == nil {
			t.Fatalf("%q: got %v, %v", keyword, next, err)
		}
		if keyword != "" && (!strings.Contains(err.Error(), `"evil"`) ||
			!strings.Contains(err.Error(), url)) {
			t.Errorf("the error does not say which: %v", err)
		}
		check(t, l, map[string]string{"a": "/a"})
	}
}

// anchor matches a link as this package writes it.
var anchor = regexp.MustCompile(`<a href="([^"<>]*)">([^"<>]*)</a>`)

// Whatever keywords, URLs and text are, what comes out is text and links and
// nothing else, and read by a browser it is the text that went in.
func TestNothingBreaksOut(t *testing.T) {
	const hostile = `<>&"'` + "`=/a:;#x\x00\t\n山\xff"
	r := rand.New(rand.NewPCG(5, 6))
	random := func(n int) string {
		var b strings.Builder
		for range n {
			at := r.IntN(len(hostile))
			b.WriteString(hostile[at : at+1])
		}
		return b.String()
	}
	linked := 0
	for range 3000 {
		l := new(Linker)
		for range 1 + r.IntN(5) {
			if next, err := l.With(random(1+r.IntN(3)), "/"+random(r.IntN(6))); err == nil {
				l = next
			}
		}
		text := random(r.IntN(30))
		out := l.String(text)
		for _, m := range anchor.FindAllStringSubmatch(out, -1) {
			linked++
			keyword := html.UnescapeString(m[2])
			if url, ok := l.URL(keyword); !ok || url != html.UnescapeString(m[1]) {
				t.Fatalf("%q links %q to %q", out, keyword, m[1])
			}
		}
		plain := anchor.ReplaceAllString(out, "$2")
		if strings.ContainsAny(plain, `<>"'`) || html.UnescapeString(plain) != text {
			t.Fatalf("%q became %q", text, out)
		}
	}
	if linked < 1000 {
		t.Errorf("only %d links: the test proves little", linked)
	}
}

// Append writes behind what is there, and only there.
func TestAppendBehind(t *testing.T) {
	l := mustNew(t, map[string]string{"Go": "/go"})
	for room := range 60 {
		dst := make([]byte, 3, 3+room)
		copy(dst, "<b>")
		got := l.Append(dst, "a Go &")
		const want = `<b>a <a href="/go">Go</a> &amp;`
		if string(got) != want || string(dst) != "<b>" {
			t.Fatalf("room for %d: %q, and before %q", room, got, dst)
		}
	}
}

// A linker never changes, so many may use it while others make the next ones.
func TestParallel(t *testing.T) {
	first := mustNew(t, keywords(300))
	text := prose(2000)
	want := first.String(text)
	var wg sync.WaitGroup
	for id := range 4 {
		wg.Go(func() {
			l := first
			for i := range 50 {
				k := fmt.Sprintf("k%d.%d", id, i%7)
				next, err := l.With(k, "/")
				if err != nil {
					t.Error(err)
				}
				l = next.Without(fmt.Sprintf("k%d.%d", id, i%5))
				if got := first.String(text); got != want {
					t.Error("the first linker changed")
				}
			}
		})
	}
	wg.Wait()
}
