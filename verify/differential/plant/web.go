package plant

const webImports = `import (
	wringbytes "bytes"
	wringfmt "fmt"
	wringio "io"
	wringhttp "net/http"
	wringurl "net/url"
	wringsort "sort"
)
`

// A request is made of what there is in one, and a response notes what a client would see of it, in
// order.
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

func wringReply(code uint, head map[string][]string, body []byte) *wringhttp.Response {
	codes := []int{200, 200, 200, 201, 204, 301, 400, 404, 500}
	r := &wringhttp.Response{StatusCode: codes[code%uint(len(codes))], Proto: "HTTP/1.1",
		ProtoMajor: 1, ProtoMinor: 1, Header: wringhttp.Header(head), ContentLength: -1}
	if r.Header == nil {
		r.Header = wringhttp.Header{}
	}
	if code%2 == 0 {
		r.ContentLength = int64(len(body))
	}
	r.Status = wringfmt.Sprint(r.StatusCode, " ", wringhttp.StatusText(r.StatusCode))
	r.Body = wringio.NopCloser(wringbytes.NewReader(body))
	return r
}
`
