package linkify

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// replacer is the standard way to the same text: strings.Replacer tries its
// pairs in order, so the longest come first and the escapes last.
func replacer(links map[string]string) *strings.Replacer {
	keywords := slices.SortedFunc(maps.Keys(links), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	var pairs []string
	for _, k := range keywords {
		text := fmt.Sprintf("<a href=\"%s\">%s</a>",
			html.EscapeString(links[k]), html.EscapeString(k))
		pairs = append(pairs, k, text)
	}
	for _, c := range []string{"&", "<", ">", "\"", "'"} {
		pairs = append(pairs, c, html.EscapeString(c))
	}
	return strings.NewReplacer(pairs...)
}

func mustNew(t testing.TB, links map[string]string) *Linker {
	t.Helper()
	l, err := New(links)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAppend(t *testing.T) {
	for _, c := range []struct{ name, keywords, text, want string }{
		{"nothing", "", "", ""},
		{"no keywords", "", `<a> & "b" 'c'`, `&lt;a&gt; &amp; &#34;b&#34; &#39;c&#39;`},
		{"the longest wins", "Go Gopher Gophers", "Gopher", "[Gopher]"},
		{"a shorter one if the longest fails", "Go Gophers", "Gopher", "[Go]pher"},
		{"leftmost before longest", "ab bcd", "abcd", "[ab]cd"},
		{"at both ends", "x", "x y x", "[x] y [x]"},
		{"one after the other", "a b", "abba", "[a][b][b][a]"},
		{"not twice", "a href", "a href", "[a] [href]"},
		{"escaped itself", "<b> a&b", "<b>a&b</b>", "[<b>][a&b]&lt;/b&gt;"},
		{"an escape as keyword", "& <", "a & b < c >", "a [&] b [<] c &gt;"},
		{"case matters", "go", "Go go", "Go [go]"},
		{"not at words", "Go", "Gold", "[Go]ld"},
		{"runes", "山 山田", "山田と山", "[山田]と[山]"},
		{"runes that begin alike", "あ", "い", "い"},
		{"invalid text", "a", "\xe3\x81a\xff", "\xe3\x81[a]\xff"},
	} {
		links := make(map[string]string)
		for _, k := range strings.Fields(c.keywords) {
			links[k] = "/k?a&b"
		}
		want := c.want
		for k := range links {
			link := `<a href="/k?a&amp;b">` + html.EscapeString(k) + `</a>`
			want = strings.ReplaceAll(want, "["+k+"]", link)
		}
		l := mustNew(t, links)
		if got := l.String(c.text); got != want {
			t.Errorf("%s: String: %s, want %s", c.name, got, want)
		}
		if got := l.AppendBytes([]byte("x"), []byte(c.text)); string(got) != "x"+want {
			t.Errorf("%s: AppendBytes: %s, want x%s", c.name, got, want)
		}
		if got := replacer(links).Replace(c.text); got != want {
			t.Errorf("%s: the Replacer says %s, want %s", c.name, got, want)
		}
	}
}

func TestURLs(t *testing.T) {
	for url, ok := range map[string]bool{
		"":                           true,
		"/path":                      true,
		"relative":                   true,
		"a/b:c":                      true,
		"?q=a:b":                     true,
		"#a:b":                       true,
		"//host/path":                true,
		"http://host":                true,
		"HTTPS://host":               true,
		"mailto:a@b":                 true,
		"javascript:alert(1)":        false,
		"JavaScript:alert(1)":        false,
		" javascript:alert(1)":       false,
		"java\nscript:alert(1)":      false,
		"data:text/html,<script>":    false,
		"vbscript:x":                 false,
		":":                          false,
		"http\x00:x":                 false,
		`/"onclick="alert(1)`:        true,
		"https://h/?a=1&b=<script>'": true,
	} {
		l, err := new(Linker).With("k", url)
		if (err == nil) != ok {
			t.Errorf("%q: %v", url, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), fmt.Sprintf("%q: %q", "k", url)[:3]) {
				t.Errorf("%q: the error does not say which: %v", url, err)
			}
			continue
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(l.String("k"), `<a href="`), `">k</a>`)
		if strings.ContainsAny(inner, `"'<>`) || html.UnescapeString(inner) != url {
			t.Errorf("%q is written as %q", url, inner)
		}
	}
}

func TestEmptyKeyword(t *testing.T) {
	if _, err := new(Linker).With("", "/"); err != ErrEmpty {
		t.Errorf("With: %v", err)
	}
	if _, err := New(map[string]string{"": "/"}); !errors.Is(err, ErrEmpty) {
		t.Errorf("New: %v", err)
	}
}

// check compares l with what it must hold.
func check(t testing.TB, l *Linker, links map[string]string) {
	t.Helper()
	if got := maps.Collect(l.All()); !maps.Equal(got, links) || l.Len() != len(links) {
		t.Fatalf("holds %d: %q, want %q", l.Len(), got, links)
	}
	var keys []string
	for k := range l.All() {
		keys = append(keys, k)
	}
	if !slices.IsSorted(keys) {
		t.Fatalf("keywords out of order: %q", keys)
	}
	wellFormed(t, &l.root, true)
}

// wellFormed checks what node promises.
func wellFormed(t testing.TB, n *node, root bool) {
	t.Helper()
	if !root && n.link == nil && len(n.next) < 2 {
		t.Fatalf("a node %q with %d children and no link", n.label, len(n.next))
	}
	at := 0
	for b := range 256 {
		c := n.child(byte(b))
		if c == nil {
			continue
		}
		if c != n.next[at] || n.place(byte(b)) != at {
			t.Fatalf("the child of %q is not at %d", b, at)
		}
		at++
		wellFormed(t, c, false)
	}
	if at != len(n.next) {
		t.Fatalf("%d children can be reached of %d", at, len(n.next))
	}
}

// word returns a random keyword; most have a beginning in common with others.
func word(r *rand.Rand) string {
	const letters = "aab山<\xff&"
	w := make([]byte, 1+r.IntN(6))
	for i := range w {
		w[i] = letters[r.IntN(len(letters))]
	}
	return string(w)
}

// TestChanges changes a linker at random and compares it with a map. Earlier
// linkers must stay as they were.
func TestChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	links := make(map[string]string)
	l := new(Linker)
	for i := range 1500 {
		old, before := l, maps.Clone(links)
		k := word(r)
		if r.IntN(2) == 0 {
			links[k] = fmt.Sprint("/", i)
			l, _ = l.With(k, links[k])
		} else {
			delete(links, k)
			l = l.Without(k)
		}
		check(t, l, links)
		if i%10 == 0 {
			check(t, old, before)
		}
		if url, ok := l.URL(k); ok != (links[k] != "") || url != links[k] {
			t.Fatalf("URL(%q) = %q, %v", k, url, ok)
		}
	}
}

// Every byte can begin a keyword, at once.
func TestAllBytes(t *testing.T) {
	links := make(map[string]string)
	for b := range 256 {
		links[string([]byte{byte(b)})] = "/"
		links[string([]byte{'x', byte(b), 'y'})] = "/"
	}
	l := mustNew(t, links)
	check(t, l, links)
	for k := range links {
		l = l.Without(k)
	}
	check(t, l, nil)
}

func TestUpdate(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	l := new(Linker)
	for range 100 {
		links := make(map[string]string)
		for range r.IntN(50) {
			links[word(r)] = fmt.Sprint("/", r.IntN(3))
		}
		var err error
		if l, err = l.Update(links); err != nil {
			t.Fatal(err)
		}
		check(t, l, links)
	}
	if _, err := l.Update(map[string]string{"k": "javascript:"}); err == nil {
		t.Error("a script is taken for a URL")
	}
}

// What did not change is shared: an update with the same links is free.
func TestUpdateShares(t *testing.T) {
	links := keywords(1000)
	l := mustNew(t, links)
	if same, err := l.Update(links); same != l || err != nil {
		t.Errorf("got another linker, %v", err)
	}
	next, err := l.With("あたらしい", "/new")
	if err != nil {
		t.Fatal(err)
	}
	shared := 0
	for _, c := range next.root.next {
		if slices.Contains(l.root.next, c) {
			shared++
		}
	}
	if shared < len(l.root.next)-1 {
		t.Errorf("%d of %d branches are shared", shared, len(l.root.next))
	}
}

func TestAllocations(t *testing.T) {
	l := mustNew(t, keywords(7000))
	text := prose(10_000)
	raw := []byte(text)
	dst := make([]byte, 0, 100*len(text))
	if n := testing.AllocsPerRun(100, func() { l.Append(dst, text) }); n != 0 {
		t.Errorf("Append: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { l.AppendBytes(dst, raw) }); n != 0 {
		t.Errorf("AppendBytes: %v allocations", n)
	}
	kept := new(string)
	for _, text := range []string{strings.Repeat("1234567890 1234567890 & ", 40),
		strings.Repeat("1234 ", 1000)} {
		if n := testing.AllocsPerRun(100, func() { *kept = l.String(text) }); n != 2 {
			t.Errorf("String of %d bytes: %v allocations, want a buffer and the text", len(text), n)
		}
	}
	if !bytes.Contains(l.Append(dst, text), []byte("<a href")) {
		t.Error("nothing was linked: the test proves nothing")
	}
}

// FuzzAppend compares with the standard way.
func FuzzAppend(f *testing.F) {
	f.Add("Go Gopher <b>", "A Gopher's <b>Go</b>")
	f.Add("山 山田 \xe5", "山田と山\xe5\xb1")
	f.Add("& &amp; amp", "a & b &amp; c")
	f.Fuzz(func(t *testing.T, words, text string) {
		links := make(map[string]string)
		for i, k := range strings.Split(words, " ") {
			if k != "" {
				links[k] = fmt.Sprintf("/%d?<&", i)
			}
		}
		l := mustNew(t, links)
		check(t, l, links)
		want := replacer(links).Replace(text)
		if got := l.String(text); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		if got := l.AppendBytes(nil, []byte(text)); string(got) != want {
			t.Errorf("bytes: %q, want %q", got, want)
		}
	})
}
