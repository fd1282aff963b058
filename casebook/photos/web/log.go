package web

import (
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// Logged writes a line for each answer to w, with its route: LTSV, or JSON.
func Logged(h http.Handler, w io.Writer, json bool) http.Handler {
	line := appendLTSV
	if json {
		line = appendJSON
	}
	var mu sync.Mutex
	var buf []byte
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		counted := &counting{ResponseWriter: out, status: http.StatusOK}
		defer func() {
			took := time.Since(begin)
			mu.Lock()
			defer mu.Unlock()
			buf = line(buf[:0], r, counted, begin, took)
			w.Write(buf) // a log that cannot be written stops no request
		}()
		h.ServeHTTP(counted, r)
	})
}

// counting knows what was answered.
type counting struct {
	http.ResponseWriter
	status int
	size   int64
}

// WriteHeader notes the status.
func (c *counting) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (c *counting) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p)
	c.size += int64(n)
	return n, err
}

// ReadFrom counts the bytes of a file that the kernel copies.
func (c *counting) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(c.ResponseWriter, r)
	c.size += n
	return n, err
}

// Unwrap returns the answer itself.
func (c *counting) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func appendLTSV(b []byte, r *http.Request, c *counting, at time.Time, took time.Duration) []byte {
	b = appendfmt.RFC3339(append(b, "time:"...), at, 6)
	b = append(append(b, "\tmethod:"...), r.Method...)
	b = append(append(b, "\turi:"...), r.URL.RequestURI()...)
	b = append(append(b, "\troute:"...), r.Pattern...)
	b = strconv.AppendInt(append(b, "\tstatus:"...), int64(c.status), 10)
	b = strconv.AppendInt(append(b, "\tsize:"...), c.size, 10)
	b = strconv.AppendFloat(append(b, "\treqtime:"...), took.Seconds(), 'f', 6, 64)
	return append(b, '\n')
}

func appendJSON(b []byte, r *http.Request, c *counting, at time.Time, took time.Duration) []byte {
	b = appendfmt.RFC3339(append(b, `{"time":"`...), at, 6)
	b = appendfmt.JSON(append(b, `","method":`...), r.Method)
	b = appendfmt.JSON(append(b, `,"uri":`...), r.URL.RequestURI())
	b = appendfmt.JSON(append(b, `,"route":`...), r.Pattern)
	b = strconv.AppendInt(append(b, `,"status":`...), int64(c.status), 10)
	b = strconv.AppendInt(append(b, `,"size":`...), c.size, 10)
	b = strconv.AppendFloat(append(b, `,"reqtime":`...), took.Seconds(), 'f', 6, 64)
	return append(b, "}\n"...)
}
