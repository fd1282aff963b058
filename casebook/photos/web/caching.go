package web

import (
	"embed"
	"io"
	"net/http"
	"strings"

	"github.com/wring-go/wring/casebook/photos/pictures"
)

//go:embed static
var static embed.FS

// Asset is a file that never changes.
type Asset struct {
	Tag  string // with its quotes; of all assets only this one has it
	Kind string
	Open func() (file pictures.File, found bool, err error)
}

// Caching answers with an asset.
type Caching func(w http.ResponseWriter, r *http.Request, a Asset) error

// NoCaching sends the whole asset whenever it is asked for.
func NoCaching(w http.ResponseWriter, _ *http.Request, a Asset) error {
	return send(w, a, func(http.Header, Asset) {})
}

// Validated says how long an asset may be kept, and answers 304 to those who have
// it already. They can know its tag only from us, and no asset goes away, so
// there is no need to look at it.
func Validated(w http.ResponseWriter, r *http.Request, a Asset) error {
	if has(r.Header.Get("If-None-Match"), a.Tag) {
		validators(w.Header(), a)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	return send(w, a, validators)
}

// has reports whether a tag is in a list of tags as If-None-Match has it.
func has(list, tag string) bool {
	for candidate := range strings.SplitSeq(list, ",") {
		if candidate = strings.TrimSpace(candidate); strings.TrimPrefix(candidate, "W/") == tag {
			return true
		}
	}
	return false
}

func validators(h http.Header, a Asset) {
	h.Set("ETag", a.Tag)
	h.Set("Cache-Control", "public, max-age=86400, immutable")
}

// send sends the asset with more headers, if there is one.
func send(w http.ResponseWriter, a Asset, headers func(http.Header, Asset)) error {
	file, ok, err := a.Open()
	if err != nil {
		return err
	}
	if !ok {
		return notFound("There is no such file.")
	}
	defer file.Close()
	headers(w.Header(), a)
	w.Header().Set("Content-Type", a.Kind)
	w.WriteHeader(http.StatusOK)
	io.Copy(w, file) // whoever left does not read it
	return nil
}

// stylesheet returns the file of a name.
func stylesheet(name string) (Asset, bool) {
	if name != "darkroom.css" {
		return Asset{}, false
	}
	return Asset{Tag: `"darkroom-1"`, Kind: "text/css; charset=utf-8",
		Open: func() (pictures.File, bool, error) {
			f, err := static.Open("static/" + name)
			if err != nil {
				return nil, false, err
			}
			return f.(pictures.File), true, nil // files of an embed.FS can seek
		}}, true
}
