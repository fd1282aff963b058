package view_test

import (
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/casebook/photos/view"
)

// views returns the views that have to write the same.
func views(t *testing.T) map[string]view.View {
	t.Helper()
	parsed, err := view.NewParsed(view.TaggedByScan)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]view.View{"parsed": parsed,
		"appended":                  view.Appended{Tagged: view.TaggedByScan},
		"appended, with expression": view.Appended{Tagged: view.TaggedByExpression}}
}

// TestAgree has all views write the same, but that a template escapes plus signs.
func TestAgree(t *testing.T) {
	first := view.PerPage{Tagged: view.TaggedByExpression}
	at := time.Date(2026, 2, 3, 4, 5, 6, 7000, time.UTC)
	nasty := `<b>"it's" & #sea #a&b #' ##x # #long` + "é\x00 1 + 1"
	list := view.List{Title: nasty, Note: nasty, Form: true, Reply: true, Older: "/tags/x?before=3",
		Cards: []view.Card{
			{ID: 7, Author: "ann", Text: nasty, Extension: "jpg", At: at, Count: 2,
				Comments: []view.Comment{{"bob", nasty, at}, {"eve", "x", at}}},
			{ID: 8, Author: "ann_2", Text: "#end", Extension: "png", At: at},
		}}
	for name, v := range views(t) {
		for part, write := range map[string]func(view.View) ([]byte, error){
			"cards": func(v view.View) ([]byte, error) { return v.Cards(nil, list) },
			"empty": func(v view.View) ([]byte, error) {
				return v.Cards([]byte("x"), view.List{Missing: nasty})
			},
			"form": func(v view.View) ([]byte, error) {
				return v.Form(nil, view.Form{Title: nasty, Action: "/login", Button: "Go",
					Problem: nasty, Other: "/register", OtherText: nasty})
			},
			"bare form": func(v view.View) ([]byte, error) { return v.Form(nil, view.Form{}) },
			"bans": func(v view.View) ([]byte, error) {
				return v.Bans(nil, view.Bans{Online: 3,
					Users: []view.Candidate{{5, "ann"}, {6, "bob"}}})
			},
			"problem": func(v view.View) ([]byte, error) {
				return v.Problem(nil, view.Problem{Title: nasty, Text: nasty})
			},
			"page": func(v view.View) ([]byte, error) {
				return v.Page(nil, nasty, view.Viewer{Name: "ann", Admin: true}, []byte("<p>x</p>"))
			},
			"page of a stranger": func(v view.View) ([]byte, error) {
				return v.Page(nil, "", view.Viewer{}, []byte("<p>x</p>"))
			},
		} {
			want, err := write(first)
			if err != nil {
				t.Fatalf("%s: %v", part, err)
			}
			got, err := write(v)
			if err != nil || normal(got) != normal(want) {
				t.Errorf("%s, %s: %v\n%s\nwant\n%s", name, part, err, normal(got), normal(want))
			}
		}
	}
}

// normal returns a page without what means the same and is written in two ways.
func normal(page []byte) string {
	return strings.NewReplacer("&#43;", "+", "\x00", "\uFFFD").Replace(string(page))
}

// TestTags finds tags where they are, and no others.
func TestTags(t *testing.T) {
	long := strings.Repeat("x", 40)
	for text, want := range map[string]string{"": "", "#a #b #a": "a b", "a#b": "b", "# #": "",
		"#A #9": "9", "##x": "x", "#it's": "it", "#" + long: "", "#é": ""} {
		if got := strings.Join(view.Tags(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzTagged(f *testing.F) {
	f.Add("a #b &#c <d> #é'#e")
	f.Fuzz(func(t *testing.T, text string) {
		a, b, c := view.TaggedByExpression(text), view.TaggedFixed(text), view.TaggedByScan(text)
		if a != b || a != c {
			t.Errorf("%q: %q, %q and %q", text, a, b, c)
		}
	})
}
