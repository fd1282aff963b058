package plant

import (
	"go/types"
	"slices"

	"github.com/wring-go/wring/verify/differential/reach"
)

// web is what is planted into a package that imports net/http: a request is made of what
// there is in one, and a response notes what a client would see of it, in order. One that
// imports log or log/slog gets loggers.
type web struct {
	imports, code string
	makers, types []string
}

// webOf returns nothing for a package that imports none of them.
func webOf(s *reach.Package) (w web) {
	if imports(s, "net/http") {
		w = web{webImports, webCode, []string{"wringRequest"}, []string{"(*wringResponse)(nil)"}}
	}
	if imports(s, "log") {
		w.imports, w.code = w.imports+logImports, w.code+logCode
		w.makers = append(w.makers, "wringLogger")
	}
	if imports(s, "log/slog") {
		w.imports, w.code = w.imports+slogImports, w.code+slogCode
		w.makers = append(w.makers, "wringSlogger")
	}
	return w
}

func imports(s *reach.Package, path string) bool {
	return slices.ContainsFunc(s.Types.Imports(), func(p *types.Package) bool {
		return p.Path() == path
	})
}

const logImports = `import (
	wringlogio "io"
	wringlog "log"
)
`

const logCode = `
func wringLogger(w wringlogio.Writer, prefix string) *wringlog.Logger {
	if w == nil {
		w = wringlogio.Discard
	}
	return wringlog.New(w, prefix, 0)
}
`

const slogImports = `import (
	wringslogio "io"
	wringslog "log/slog"
)
`

// Levels differ from logger to logger, and no record has a time.
const slogCode = `
func wringSlogger(w wringslogio.Writer, level uint8) *wringslog.Logger {
	if w == nil {
		w = wringslogio.Discard
	}
	return wringslog.New(wringslog.NewTextHandler(w, &wringslog.HandlerOptions{
		Level: wringslog.Level(4*(int(level)%4) - 8),
		ReplaceAttr: func(groups []string, a wringslog.Attr) wringslog.Attr {
			if len(groups) == 0 && a.Key == wringslog.TimeKey {
				return wringslog.Attr{}
			}
			return a
		}}))
}
`

const webImports = `import (
	wringbytes "bytes"
	wringfmt "fmt"
	wringio "io"
	wringhttp "net/http"
	wringurl "net/url"
	wringsort "sort"
)
`

const webCode = `
func wringRequest(method uint, path string, query map[string][]string, head map[string][]string,
	body []byte) *wringhttp.Request {
	methods := []string{"GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "get", ""}
	r := &wringhttp.Request{Method: methods[method%uint(len(methods))],
		URL:   &wringurl.URL{Path: "/" + path, RawQuery: wringurl.Values(query).Encode()},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: wringhttp.Header{},
		Host: "example.com", RemoteAddr: "192.0.2.1:1234"}
	names := make([]string, 0, len(head))
	for name := range head {
		names = append(names, name)
	}
	wringsort.Strings(names) // several may be one header, whose values have an order
	for _, name := range names {
		for _, v := range head[name] {
			r.Header.Add(name, v)
		}
	}
	if method%3 == 0 && r.Method != "GET" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if r.Method == "GET" {
		body = nil
	}
	r.Body, r.ContentLength = wringio.NopCloser(wringbytes.NewReader(body)), int64(len(body))
	r.RequestURI = r.URL.RequestURI()
	return r
}

type wringResponse struct {
	Head wringhttp.Header
	Sent []string
	Body wringbytes.Buffer
}

func (w *wringResponse) Header() wringhttp.Header {
	if w.Head == nil {
		w.Head = wringhttp.Header{}
	}
	return w.Head
}

func (w *wringResponse) WriteHeader(code int) {
	w.Sent = append(w.Sent, wringfmt.Sprint(code, w.Head))
}

func (w *wringResponse) Write(p []byte) (int, error) {
	if len(w.Sent) == 0 {
		w.WriteHeader(200)
	}
	return w.Body.Write(p)
}
`
