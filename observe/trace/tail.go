package trace

import "strings"

// tailSize bounds what is kept of a process's output, in bytes.
const tailSize = 64 << 10

// tail keeps the end of what is written to it.
type tail struct{ buf []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if len(t.buf) > 2*tailSize {
		t.buf = append(t.buf[:0], t.buf[len(t.buf)-tailSize:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.buf) }

// last returns at most n lines from the end.
func (t *tail) last(n int) string {
	lines := strings.Split(strings.TrimSpace(t.String()), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
