package pathshape

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// get makes paths that were asked for n times each.
func get(n uint64, texts ...string) []Path {
	var paths []Path
	for _, text := range texts {
		paths = append(paths, Path{Method: "GET", Text: text, Count: n, Bytes: 1000 * n})
	}
	return paths
}

// each makes texts of a format and the numbers below n.
func each(n int, format string) []string {
	var texts []string
	for i := range n {
		texts = append(texts, strings.ReplaceAll(format, "#", name(i)))
	}
	return texts
}

// literals returns the routes that each(n, format) are when none is a value.
func literals(n int, format string) []string {
	return slices.Sorted(slices.Values(each(n, format)))
}

// name makes words without digits.
func name(i int) string {
	const vowels, consonants = "aeiou", "bdfgklmnprst"
	return string([]byte{consonants[i%12], vowels[i/12%5], consonants[i/60%12], vowels[i/7%5],
		consonants[i/5%12], vowels[i%5]})
}

// TestLearn: each case is paths and the routes that they have, sorted.
func TestLearn(t *testing.T) {
	cases := []struct {
		proves string
		paths  []Path
		want   []string
	}{
		{"one number is a value", get(1, "/posts/7"), []string{"/posts/{id}"}},
		{"few words are words", get(1, "/a/new", "/a/old", "/b"),
			[]string{"/a/new", "/a/old", "/b"}},
		{"dates, years and hashes have names of their own",
			get(1, "/d/2026-11-22", "/y/2024/09/30", "/c/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"),
			[]string{"/c/{hash}", "/d/{date}", "/y/{year}/{month}/{day}"}},
		{"at-names", get(1, "/@ann", "/@bob/posts"), []string{"/@{name}", "/@{name}/posts"}},
		{"an extension is kept", get(1, "/img/12.png", "/img/13.png", "/img/4.jpg"),
			[]string{"/img/{id}.jpg", "/img/{id}.png"}},
		{"a hash in the name of a file", get(1, "/s/main.8f3a2b1c.js", "/s/main.90aabbcc.js"),
			[]string{"/s/main.{id}.js"}},
		{"a version is a word", get(1, "/v1/users/1", "/v2/users/2", "/api/2/x"),
			[]string{"/api/2/x", "/v1/users/{id}", "/v2/users/{id}"}},
		{"locales whose pages are the same",
			get(5, "/en/about", "/de/about", "/fr/about"), []string{"/{locale}/about"}},
		{"many words are values, and words that services forbid as names stay",
			append(get(2, each(60, "/users/#")...), get(50, "/users/login")...),
			[]string{"/users/login", "/users/{name}"}},
		{"names with a point are names among names",
			append(get(2, each(40, "/r/1234/#")...), get(2, each(12, "/r/1234/x#.js")...)...),
			[]string{"/r/{id}/{name}"}},
		{"a few names below a variable, each asked for once, some with a point",
			get(1, append(each(12, "/api/repos/#/#"), each(6, "/api/repos/#/x#.js")...)...),
			[]string{"/api/repos/{name}/{name2}"}},
		{"as many words below a variable that are asked for again are the program's",
			get(9, each(12, "/api/repos/1234/#")...), literals(12, "/api/repos/{id}/#")},
		{"braces of a path are no variable", get(1, "/a/{x}"), []string{"/a/%7Bx%7D"}},
	}
	for _, c := range cases {
		found := slices.Compact(slices.Sorted(slices.Values(Learn(c.paths, Options{}).Routes)))
		if !slices.Equal(found, c.want) {
			t.Errorf("%s: %q, want %q", c.proves, found, c.want)
		}
	}
}

// TestLearnOrder: the order of the paths does not matter.
func TestLearnOrder(t *testing.T) {
	paths := append(get(3, each(300, "/#/#")...), get(1, each(200, "/x/#.html")...)...)
	for i := range 200 {
		paths = append(paths, Path{Method: "POST", Text: fmt.Sprintf("/o/%d/p", i), Count: 1})
	}
	want := map[string]string{}
	r := rand.New(rand.NewPCG(1, 1))
	for round := range 5 {
		for i, route := range Learn(paths, Options{}).Routes {
			if round == 0 {
				want[paths[i].Text] = route
			} else if want[paths[i].Text] != route {
				t.Fatalf("%s is of %s or %s", paths[i].Text, want[paths[i].Text], route)
			}
		}
		r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	}
}

// TestReduceAgain: a path that was reduced before becomes what it would have
// become at once.
func TestReduceAgain(t *testing.T) {
	for _, path := range []string{"/", "", "/posts/7", "/a/b2/c-d-e/f/g", "/api/2/issue/W-7",
		"//x//", "/s/main.8f3a2b1c.js", "/img/12.tar.gz", "/a/b/c/d/e/f/g/h/i/j", "/@x/%41/é"} {
		for from := range Levels {
			for to := from; to < Levels; to++ {
				once := string(Reduce(nil, []byte(path), to))
				twice := string(Reduce(nil, Reduce(nil, []byte(path), from), to))
				if once != twice {
					t.Errorf("%s: level %d gives %q, after level %d %q", path, to, once, from,
						twice)
				}
			}
		}
	}
}

// TestMatch: the most specific pattern is taken, however it is written.
func TestMatch(t *testing.T) {
	patterns, err := ParsePatterns("# routes\nGET /posts/{id}\nGET /posts/new\n" +
		"/posts/{rest...}\n" +
		"POST /users/:name\n/files/*\nGET /n/{id:[0-9]+}\n/end/{$}\n")
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		"GET /posts/7": "GET /posts/{id}", "GET /posts/new": "GET /posts/new",
		"PUT /posts/7": "/posts/{rest...}", "GET /posts/7/x": "/posts/{rest...}",
		"POST /users/ann": "POST /users/{name}", "GET /users/ann": "",
		"GET /files/a/b": "/files/{path...}", "GET /n/12": "GET /n/{id}", "GET /n/x": "",
		"HEAD /posts/7": "GET /posts/{id}", "GET /end/": "/end/{$}", "GET /end/x": "",
	} {
		method, path, _ := strings.Cut(request, " ")
		found := ""
		if i := Match(patterns, method, path); i >= 0 {
			found = patterns[i].String()
		}
		if found != want {
			t.Errorf("%s is of %q, want %q", request, found, want)
		}
	}
	for _, bad := range []string{"posts", "/a//b", "/{a", "/x/{id:[}"} {
		if p, err := ParsePattern(bad); err == nil {
			t.Errorf("%q is read as %s", bad, p)
		}
	}
}

// FuzzPatterns: a pattern is read or refused, and what is read can be matched,
// and read again as it is written.
func FuzzPatterns(f *testing.F) {
	for _, seed := range []string{"GET /a/{b}", "/a/:b/*c", "/{x:[a-z]{2}}.{ext}", "/{$}",
		"/a/{b...}"} {
		f.Add(seed, "/a/b/c")
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		p, err := ParsePattern(pattern)
		if err != nil {
			return
		}
		Match([]Pattern{p}, "GET", path)
		Learn([]Path{{Text: path, Count: 1}}, Options{})
		for level := range Levels {
			Reduce(nil, []byte(path), level)
		}
	})
}
