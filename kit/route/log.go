package route

import (
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/wring-go/wring/kit/appendfmt"
)

// Log writes a line for each answer: the time at which the request came, method,
// path and query, route, status, bytes of the body, seconds. The zero value
// discards them. A Log must not be copied after its first use.
type Log struct {
	To   io.Writer // gets one whole line at a time; nil for none
	JSON bool      // an object a line, in place of LTSV
	// Redact leaves out the query of the request, which may hold what is secret.
	Redact bool
	// Route returns the route of a request that was served; nil stands for its
	// Pattern, which [http.ServeMux] and [Mux] set.
	Route func(*http.Request) string

	mu  sync.Mutex
	buf []byte // guarded by mu
}

// Handler returns a handler that serves by next and logs what was answered. A
// handler that panics is logged, with status 500 if it had sent none. Errors of
// the writer are not: a log that cannot be written stops no request.
func (l *Log) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := answers.Get().(*answer)
		*a = answer{ResponseWriter: w}
		begin := time.Now()
		done := false
		defer func() {
			if !done && a.status == 0 {
				a.status = http.StatusInternalServerError
			}
			l.write(r, a, begin, time.Since(begin))
			if done { // who holds the answer after a panic is not known
				*a = answer{}
				answers.Put(a)
			}
		}()
		next.ServeHTTP(a, r)
		done = true
	})
}

// write writes one line.
func (l *Log) write(r *http.Request, a *answer, at time.Time, took time.Duration) {
	if l.To == nil {
		return
	}
	route := r.Pattern
	if l.Route != nil {
		route = l.Route(r)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.JSON {
		l.buf = l.appendJSON(l.buf[:0], r, route, a, at, took)
	} else {
		l.buf = l.appendLTSV(l.buf[:0], r, route, a, at, took)
	}
	_, _ = l.To.Write(l.buf)
}

func (l *Log) appendLTSV(b []byte, r *http.Request, route string, a *answer, at time.Time,
	took time.Duration) []byte {
	b = appendfmt.RFC3339(append(b, "time:"...), at, 6)
	b = appendValue(append(b, "\tmethod:"...), r.Method)
	b = appendValue(append(b, "\turi:"...), l.uri(r))
	b = appendValue(append(b, "\troute:"...), route)
	b = strconv.AppendInt(append(b, "\tstatus:"...), int64(a.sent()), 10)
	b = strconv.AppendInt(append(b, "\tsize:"...), a.size, 10)
	b = appendSeconds(append(b, "\treqtime:"...), took)
	return append(b, '\n')
}

func (l *Log) appendJSON(b []byte, r *http.Request, route string, a *answer, at time.Time,
	took time.Duration) []byte {
	b = appendfmt.RFC3339(append(b, `{"time":"`...), at, 6)
	b = appendfmt.JSON(append(b, `","method":`...), r.Method)
	b = appendfmt.JSON(append(b, `,"uri":`...), l.uri(r))
	b = appendfmt.JSON(append(b, `,"route":`...), route)
	b = strconv.AppendInt(append(b, `,"status":`...), int64(a.sent()), 10)
	b = strconv.AppendInt(append(b, `,"size":`...), a.size, 10)
	b = appendSeconds(append(b, `,"reqtime":`...), took)
	return append(b, "}\n"...)
}

// uri returns what was asked for, as the client wrote it.
func (l *Log) uri(r *http.Request) string {
	uri := r.RequestURI
	if uri == "" {
		uri = r.URL.Path // a request that no server made
	}
	if l.Redact {
		for i := range len(uri) {
			if uri[i] == '?' {
				return uri[:i]
			}
		}
	}
	return uri
}

// appendValue appends a value of LTSV, which ends at a tab or a line's end: what
// would end it before, and other control characters, become blanks. "-" stands
// for nothing.
func appendValue(b []byte, s string) []byte {
	if s == "" {
		return append(b, '-')
	}
	start := len(b)
	b = append(b, s...)
	for i := start; i < len(b); i++ {
		if b[i] < ' ' || b[i] == 0x7f {
			b[i] = ' '
		}
	}
	return b
}

// appendSeconds appends a duration as seconds with six decimals.
func appendSeconds(b []byte, d time.Duration) []byte {
	return appendfmt.Fixed(b, d.Microseconds(), 6)
}
