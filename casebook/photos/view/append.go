package view

import (
	"strconv"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// Appended writes pages by appending. It writes what the templates write, and the
// tests compare the two.
type Appended struct{ Tagged Tagger }

// Page appends a whole page.
func (Appended) Page(dst []byte, title string, who Viewer, body []byte) ([]byte, error) {
	dst = append(dst, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"...)
	if title != "" {
		dst = append(appendfmt.HTML(dst, title), " · "...)
	}
	dst = append(dst, "Darkroom</title>\n"+
		"<link rel=\"stylesheet\" href=\"/static/darkroom.css\">\n</head>\n<body>\n"+
		"<header class=\"top\">\n<a class=\"brand\" href=\"/\">Darkroom</a>\n<nav>"...)
	dst = appendNav(dst, who)
	dst = append(dst, "</nav>\n</header>\n<main>\n"...)
	dst = append(dst, body...)
	return append(dst, "</main>\n</body>\n</html>\n"...), nil
}

func appendNav(dst []byte, who Viewer) []byte {
	if !who.In() {
		return append(dst, `<a href="/login">Log in</a> <a href="/register">Register</a>`...)
	}
	dst = appendPerson(dst, "me", who.Name)
	if who.Admin {
		dst = append(dst, ` <a href="/admin/bans">Bans</a>`...)
	}
	return append(dst,
		` <form method="post" action="/logout"><button>Log out</button></form>`...)
}

// appendPerson appends a link to a user's page. Names are letters and digits, but
// who knows what a database holds.
func appendPerson(dst []byte, class, name string) []byte {
	dst = append(dst, `<a class="`...)
	dst = append(dst, class...)
	dst = append(dst, `" href="/users/`...)
	dst = appendfmt.URLPath(dst, name)
	dst = append(dst, `">`...)
	dst = appendfmt.HTML(dst, name)
	return append(dst, "</a>"...)
}

func appendTime(dst []byte, t time.Time) []byte {
	dst = append(dst, `<time datetime="`...)
	dst = t.AppendFormat(dst, exact)
	dst = append(dst, `">`...)
	dst = t.AppendFormat(dst, short)
	return append(dst, "</time>"...)
}

// Cards appends the part with posts.
func (v Appended) Cards(dst []byte, list List) ([]byte, error) {
	if list.Title != "" {
		dst = append(appendfmt.HTML(append(dst, "<h1>"...), list.Title), "</h1>\n"...)
	}
	if list.Note != "" {
		dst = append(appendfmt.HTML(append(dst, `<p class="note">`...), list.Note), "</p>\n"...)
	}
	if list.Form {
		dst = append(dst, newPostForm...)
	}
	if len(list.Cards) == 0 {
		dst = append(appendfmt.HTML(append(dst, `<p class="none">`...), list.Missing), "</p>\n"...)
	}
	for i := range list.Cards {
		dst = v.card(dst, &list.Cards[i], list.Reply)
	}
	if list.Older != "" {
		dst = append(appendfmt.HTML(append(dst, `<p class="older"><a href="`...), list.Older),
			"\">Older posts</a></p>\n"...)
	}
	return append(dst, '\n'), nil
}

const newPostForm = `<form class="new" method="post" action="/" enctype="multipart/form-data">
<textarea name="text" placeholder="What is in the picture? #tags" required></textarea>
<input type="file" name="picture" accept="image/jpeg,image/png,image/gif" required>
<button>Post</button>
</form>
`

func (v Appended) card(dst []byte, c *Card, reply bool) []byte {
	dst = append(dst, `<article class="post" id="post-`...)
	dst = strconv.AppendInt(dst, c.ID, 10)
	dst = append(dst, "\">\n<header>"...)
	dst = appendPerson(dst, "author", c.Author)
	dst = append(dst, ` <a class="when" href="/posts/`...)
	dst = strconv.AppendInt(dst, c.ID, 10)
	dst = append(dst, `">`...)
	dst = appendTime(dst, c.At)
	dst = append(dst, "</a></header>\n<a class=\"picture\" href=\"/posts/"...)
	dst = strconv.AppendInt(dst, c.ID, 10)
	dst = append(dst, `"><img src="/pictures/`...)
	dst = strconv.AppendInt(dst, c.ID, 10)
	dst = append(dst, '.')
	dst = append(dst, c.Extension...)
	dst = append(dst, `" alt="Picture by `...)
	dst = appendfmt.HTML(dst, c.Author)
	dst = append(dst, "\" loading=\"lazy\"></a>\n<p class=\"text\">"...)
	dst = append(dst, v.Tagged(c.Text)...)
	dst = append(dst, "</p>\n<p class=\"count\"><a href=\"/posts/"...)
	dst = strconv.AppendInt(dst, c.ID, 10)
	dst = append(dst, `"><b>`...)
	dst = strconv.AppendInt(dst, int64(c.Count), 10)
	dst = append(dst, "</b> comments</a></p>\n<ul class=\"comments\">\n"...)
	for _, said := range c.Comments {
		dst = append(dst, "<li>"...)
		dst = appendPerson(dst, "author", said.Author)
		dst = append(dst, " <span>"...)
		dst = appendfmt.HTML(dst, said.Text)
		dst = append(dst, "</span> "...)
		dst = append(appendTime(dst, said.At), "</li>\n"...)
	}
	dst = append(dst, "</ul>\n"...)
	if reply {
		dst = append(dst, "<form class=\"reply\" method=\"post\" action=\"/comments\">\n"+
			`<input type="hidden" name="post" value="`...)
		dst = strconv.AppendInt(dst, c.ID, 10)
		dst = append(dst, "\">\n<input name=\"text\" placeholder=\"Say something\" required>\n"+
			"<button>Send</button>\n</form>\n"...)
	}
	return append(dst, "</article>\n"...)
}

// Form appends the part with a form.
func (Appended) Form(dst []byte, form Form) ([]byte, error) {
	dst = append(appendfmt.HTML(append(dst, "<h1>"...), form.Title), "</h1>\n"...)
	if form.Problem != "" {
		dst = appendfmt.HTML(append(dst, `<p class="problem">`...), form.Problem)
		dst = append(dst, "</p>\n"...)
	}
	dst = appendfmt.HTML(append(dst, `<form class="who" method="post" action="`...), form.Action)
	dst = append(dst, "\">\n"+
		"<label>Name <input name=\"name\" autocomplete=\"username\" required></label>\n"+
		"<label>Password <input name=\"password\" type=\"password\" required></label>\n"+
		"<button>"...)
	dst = append(appendfmt.HTML(dst, form.Button), "</button>\n</form>\n<p class=\"other\">"...)
	dst = appendfmt.HTML(append(dst, `<a href="`...), form.Other)
	dst = appendfmt.HTML(append(dst, `">`...), form.OtherText)
	return append(dst, "</a></p>\n"...), nil
}

// Bans appends the part of the administrator.
func (Appended) Bans(dst []byte, bans Bans) ([]byte, error) {
	dst = append(dst, "<h1>Bans</h1>\n<p class=\"note\">"...)
	dst = strconv.AppendInt(dst, int64(bans.Online), 10)
	dst = append(dst, " online</p>\n<ul class=\"bans\">\n"...)
	for _, u := range bans.Users {
		dst = append(dst, `<li><a href="/users/`...)
		dst = appendfmt.URLPath(dst, u.Name)
		dst = appendfmt.HTML(append(dst, `">`...), u.Name)
		dst = append(dst, `</a> <form method="post" action="/admin/bans">`+
			`<input type="hidden" name="user" value="`...)
		dst = strconv.AppendInt(dst, u.ID, 10)
		dst = append(dst, "\"><button>Ban</button></form></li>\n"...)
	}
	return append(dst, "</ul>\n"...), nil
}

// Problem appends the part that says what is wrong.
func (Appended) Problem(dst []byte, p Problem) ([]byte, error) {
	dst = append(appendfmt.HTML(append(dst, "<h1>"...), p.Title), "</h1>\n<p class=\"problem\">"...)
	return append(appendfmt.HTML(dst, p.Text), "</p>\n"...), nil
}
