package accesslog

import (
	"bytes"
	"io"
)

// maxLine is the length of the longest line that is understood.
const maxLine = 1 << 20

// scanner cuts a stream into lines, without copying them.
type scanner struct {
	r        io.Reader
	buf      []byte
	from, to int
	end      error // what the reader said last
	line     uint64
	skipping bool  // within a line that was too long
	whole    bool  // leave a last line that has no end
	consumed int64 // bytes of the lines that were returned
}

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, 128<<10)} }

// next returns the next line without its end, valid until the next call. Of a
// line that is too long it returns the beginning. At the end ok is false.
func (s *scanner) next() (line []byte, tooLong, ok bool) {
	searched := s.from
	for {
		if i := bytes.IndexByte(s.buf[searched:s.to], '\n'); i >= 0 {
			line = s.buf[s.from : searched+i]
			s.consumed += int64(searched+i+1) - int64(s.from)
			s.from = searched + i + 1
			if s.skipping {
				s.skipping = false
				searched = s.from
				continue
			}
			s.line++
			return line, len(line) > maxLine, true
		}
		searched = s.to
		if s.skipping {
			s.consumed += int64(s.to - s.from)
			s.from, s.to, searched = 0, 0, 0
		} else if s.to-s.from > maxLine {
			s.consumed += int64(s.to - s.from)
			line, s.from, s.skipping = s.buf[s.from:s.to], s.to, true
			s.line++
			return line, true, true
		}
		if s.end != nil {
			return s.last()
		}
		searched -= s.fill()
	}
}

// last returns what stands behind the last line's end.
func (s *scanner) last() (line []byte, tooLong, ok bool) {
	if s.whole || s.from == s.to {
		return nil, false, false
	}
	line, s.from = s.buf[s.from:s.to], s.to
	s.consumed += int64(len(line))
	s.line++
	return line, false, true
}

// fill reads more, and returns by how much what is there was moved.
func (s *scanner) fill() (moved int) {
	if s.to == len(s.buf) {
		if moved = s.from; moved == 0 {
			s.buf = append(s.buf, make([]byte, len(s.buf))...)
		} else {
			s.to = copy(s.buf, s.buf[s.from:s.to])
			s.from = 0
		}
	}
	n, err := s.r.Read(s.buf[s.to:])
	s.to += n
	s.end = err
	return moved
}

// head returns the lines within the first bytes, without taking them.
func (s *scanner) head() [][]byte {
	for s.end == nil && s.to < 64<<10 {
		s.fill()
	}
	var lines [][]byte
	for rest := s.buf[:s.to]; len(rest) > 0 && len(lines) < 500; {
		line, more, whole := bytes.Cut(rest, []byte{'\n'})
		if whole || s.end != nil {
			lines = append(lines, bytes.TrimSuffix(line, []byte{'\r'}))
		}
		rest = more
	}
	return lines
}

// failure returns what ended the reading, if that was not the end of the log.
func (s *scanner) failure() error {
	if s.end == io.EOF {
		return nil
	}
	return s.end
}
