package route

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
)

// answers keeps what handlers got, for the next requests.
var answers = sync.Pool{New: func() any { return new(answer) }}

// answer counts what a handler answers. It has the methods that older code asks
// a writer for by assertion; [http.ResponseController] finds all others.
type answer struct {
	http.ResponseWriter
	status int   // 0 until a header is sent
	size   int64 // of the body, in bytes
}

// sent returns the status that the client got.
func (a *answer) sent() int {
	if a.status == 0 {
		return http.StatusOK
	}
	return a.status
}

// WriteHeader notes the status; those before the last, of 1xx, do not count.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (a *answer) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(p)
	a.size += int64(n)
	return n, err
}

// WriteString counts the bytes.
func (a *answer) WriteString(s string) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := io.WriteString(a.ResponseWriter, s)
	a.size += int64(n)
	return n, err
}

// ReadFrom counts the bytes of a file that the kernel sends.
func (a *answer) ReadFrom(r io.Reader) (int64, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := io.Copy(a.ResponseWriter, r)
	a.size += n
	return n, err
}

// Flush sends what was written, if the writer can.
func (a *answer) Flush() { _ = http.NewResponseController(a.ResponseWriter).Flush() }

// Hijack takes the connection over, if the writer can.
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if a.status == 0 {
		a.status = http.StatusSwitchingProtocols
	}
	return http.NewResponseController(a.ResponseWriter).Hijack()
}

// Unwrap returns the writer itself, for [http.ResponseController].
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
