package target

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/wring-go/wring/casebook/load/generator"
)

// http1Client sends the bytes of one request and reads answers with as little
// work as the protocol allows: net/http's client takes several times as much,
// which a server on the same machine would pay for.
type http1Client struct {
	*connection
	request []byte
	head    bool // the method is HEAD: no body follows whatever the header says
}

func dialHTTP1(r Request, u *url.URL) (func(context.Context) (generator.Client, error), error) {
	request, err := http1Bytes(r, u)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (generator.Client, error) {
		c := &http1Client{newConnection(r, u), request, r.Method == http.MethodHead}
		return c, c.ready(ctx)
	}, nil
}

// http1Bytes returns r as it is sent.
func http1Bytes(r Request, u *url.URL) ([]byte, error) {
	method := cmp.Or(r.Method, http.MethodGet)
	req, err := http.NewRequest(method, r.URL, nil)
	if err != nil {
		return nil, err
	}
	host := cmp.Or(r.Header.Get("Host"), req.Host)
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, u.RequestURI(), host)
	if len(r.Body) > 0 || method == http.MethodPost || method == http.MethodPut {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(r.Body))
	}
	for name, values := range r.Header {
		if strings.ContainsAny(name+strings.Join(values, ""), "\r\n") {
			return nil, fmt.Errorf("the header %q has a line break", name)
		}
	}
	ours := map[string]bool{"Host": true, "Content-Length": true}
	if err := r.Header.WriteSubset(&b, ours); err != nil {
		return nil, err
	}
	b.WriteString("\r\n")
	b.Write(r.Body)
	return b.Bytes(), nil
}

// Do sends the request and reads the answer.
func (c *http1Client) Do(ctx context.Context) (generator.Answer, error) {
	if err := c.ready(ctx); err != nil {
		return generator.Answer{}, err
	}
	if err := c.send(c.request); err != nil {
		return generator.Answer{}, c.broken(err)
	}
	h, err := readHead(c.in)
	if err != nil {
		return generator.Answer{}, c.broken(err)
	}
	n, err := discardBody(c.in, h, c.head)
	if err != nil || h.close || h.toTheEnd(c.head) {
		c.Close()
	}
	return generator.Answer{Status: h.status, Bytes: n}, err
}

// head is what of an answer's beginning says where it ends.
type head struct {
	status  int
	length  int64 // of the body; negative when it is not stated
	chunked bool
	close   bool // no other answer follows on the connection
}

// readHead reads the beginning of an answer, and skips those of status 1xx.
func readHead(in *bufio.Reader) (head, error) {
	for {
		h, err := readOneHead(in)
		if err != nil || h.status >= 200 || h.status == http.StatusSwitchingProtocols {
			return h, err
		}
	}
}

func readOneHead(in *bufio.Reader) (head, error) {
	h := head{length: -1}
	line, err := readLine(in)
	if err != nil {
		return h, err
	}
	if len(line) < 12 || string(line[:7]) != "HTTP/1." || line[8] != ' ' {
		return h, fmt.Errorf("the answer does not begin like one of HTTP/1: %.20q", line)
	}
	h.close = line[7] == '0'
	status, ok := number(line[9:12], 10)
	if !ok {
		return h, fmt.Errorf("the answer has no status: %.20q", line)
	}
	h.status = int(status)
	for {
		line, err := readLine(in)
		if err != nil || len(line) == 0 {
			return h, err
		}
		if err := h.field(line); err != nil {
			return h, err
		}
	}
}

// field takes what is needed from one line of the header.
func (h *head) field(line []byte) error {
	colon := bytes.IndexByte(line, ':')
	if colon < 0 {
		return fmt.Errorf("a line of the answer's header has no colon: %.20q", line)
	}
	name, value := line[:colon], bytes.TrimSpace(line[colon+1:])
	switch {
	case equalFold(name, "content-length"):
		length, ok := number(value, 10)
		if !ok {
			return fmt.Errorf("the length of the answer is no number: %.20q", value)
		}
		h.length = length
	case equalFold(name, "transfer-encoding"):
		h.chunked = h.chunked || equalFold(value, "chunked")
	case equalFold(name, "connection"):
		h.close = h.close && !equalFold(value, "keep-alive") || equalFold(value, "close")
	}
	return nil
}

// without reports whether the answer has no body, whatever its header says.
func (h head) without(headRequest bool) bool {
	return headRequest || h.status < 200 || h.status == http.StatusNoContent ||
		h.status == http.StatusNotModified
}

// toTheEnd reports whether the body goes on until the connection ends.
func (h head) toTheEnd(headRequest bool) bool {
	return !h.without(headRequest) && !h.chunked && h.length < 0
}

// discardBody reads the body and returns its length.
func discardBody(in *bufio.Reader, h head, headRequest bool) (int64, error) {
	switch {
	case h.without(headRequest):
		return 0, nil
	case h.chunked:
		return discardChunks(in)
	case h.length >= 0:
		return h.length, discard(in, h.length)
	}
	return io.Copy(io.Discard, in)
}

func discardChunks(in *bufio.Reader) (int64, error) {
	total := int64(0)
	for {
		line, err := readLine(in)
		if err != nil {
			return total, err
		}
		digits, _, _ := bytes.Cut(line, []byte(";"))
		size, ok := number(bytes.TrimSpace(digits), 16)
		if !ok {
			return total, fmt.Errorf("the size of a chunk is no number: %.20q", line)
		}
		if size == 0 {
			return total, discardTrailer(in)
		}
		if err := discard(in, size); err != nil {
			return total, err
		}
		if line, err = readLine(in); err != nil || len(line) > 0 {
			return total, cmp.Or(err, errors.New("a chunk is longer than it says"))
		}
		total += size
	}
}

func discardTrailer(in *bufio.Reader) error {
	for {
		if line, err := readLine(in); err != nil || len(line) == 0 {
			return err
		}
	}
}

// discard skips n bytes, of which there may be more than an int holds.
func discard(in *bufio.Reader, n int64) error {
	for n > 0 {
		skipped, err := in.Discard(int(min(n, 1<<30)))
		if err != nil {
			return err
		}
		n -= int64(skipped)
	}
	return nil
}

// readLine returns the next line without its end. It is good until the next
// read.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		if errors.Is(err, bufio.ErrBufferFull) {
			err = errors.New("a line of the answer's header is too long")
		}
		return nil, err
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

// number returns the value of digits, which must be there and fit.
func number(digits []byte, base int64) (int64, bool) {
	if len(digits) == 0 || len(digits) > 15 {
		return 0, false
	}
	n := int64(0)
	for _, c := range digits {
		d := int64(bytes.IndexByte([]byte("0123456789abcdef"), lower(c)))
		if d < 0 || d >= base {
			return 0, false
		}
		n = n*base + d
	}
	return n, true
}

// equalFold reports whether text is word, which is in lower case.
func equalFold(text []byte, word string) bool {
	if len(text) != len(word) {
		return false
	}
	for i, c := range text {
		if lower(c) != word[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
