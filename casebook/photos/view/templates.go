package view

import (
	"embed"
	"html/template"
	"time"
)

//go:embed pages
var files embed.FS

// Tagger turns text into HTML in which the tags are links.
type Tagger func(text string) template.HTML

// PerPage parses the templates for each page.
type PerPage struct{ Tagged Tagger }

// Page appends a whole page.
func (v PerPage) Page(dst []byte, title string, who Viewer, body []byte) ([]byte, error) {
	return v.run(dst, "page.html", frame{title, who, template.HTML(body)})
}

// Cards appends the part with posts.
func (v PerPage) Cards(dst []byte, list List) ([]byte, error) {
	return v.run(dst, "cards.html", list)
}

// Form appends the part with a form.
func (v PerPage) Form(dst []byte, form Form) ([]byte, error) {
	return v.run(dst, "form.html", form)
}

// Bans appends the part of the administrator.
func (v PerPage) Bans(dst []byte, bans Bans) ([]byte, error) {
	return v.run(dst, "bans.html", bans)
}

// Problem appends the part that says what is wrong.
func (v PerPage) Problem(dst []byte, p Problem) ([]byte, error) {
	return v.run(dst, "problem.html", p)
}

func (v PerPage) run(dst []byte, name string, data any) ([]byte, error) {
	all, err := parse(v.Tagged)
	if err != nil {
		return nil, err
	}
	return execute(all, dst, name, data)
}

// Parsed keeps the templates.
type Parsed struct{ all *template.Template }

// NewParsed parses the templates once.
func NewParsed(tagged Tagger) (Parsed, error) {
	all, err := parse(tagged)
	return Parsed{all}, err
}

// Page appends a whole page.
func (v Parsed) Page(dst []byte, title string, who Viewer, body []byte) ([]byte, error) {
	return execute(v.all, dst, "page.html", frame{title, who, template.HTML(body)})
}

// Cards appends the part with posts.
func (v Parsed) Cards(dst []byte, list List) ([]byte, error) {
	return execute(v.all, dst, "cards.html", list)
}

// Form appends the part with a form.
func (v Parsed) Form(dst []byte, form Form) ([]byte, error) {
	return execute(v.all, dst, "form.html", form)
}

// Bans appends the part of the administrator.
func (v Parsed) Bans(dst []byte, bans Bans) ([]byte, error) {
	return execute(v.all, dst, "bans.html", bans)
}

// Problem appends the part that says what is wrong.
func (v Parsed) Problem(dst []byte, p Problem) ([]byte, error) {
	return execute(v.all, dst, "problem.html", p)
}

// frame is what page.html shows around a body.
type frame struct {
	Title string
	Who   Viewer
	Body  template.HTML
}

func parse(tagged Tagger) (*template.Template, error) {
	return template.New("").Funcs(template.FuncMap{
		"exact":  func(t time.Time) string { return t.Format(exact) },
		"short":  func(t time.Time) string { return t.Format(short) },
		"tagged": tagged,
	}).ParseFS(files, "pages/*.html")
}

// How times are written: for programs, and for people.
const (
	exact = "2006-01-02T15:04:05.000000Z"
	short = "2 Jan 2006 15:04"
)

func execute(all *template.Template, dst []byte, name string, data any) ([]byte, error) {
	w := appender{dst}
	err := all.ExecuteTemplate(&w, name, data)
	return w.b, err
}

// appender is bytes as a writer.
type appender struct{ b []byte }

// Write appends p.
func (w *appender) Write(p []byte) (int, error) {
	w.b = append(w.b, p...)
	return len(p), nil
}
