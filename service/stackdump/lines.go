package stackdump

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lines cuts the input into lines, without their ends.
type lines struct {
	in   *bufio.Reader
	long []byte
	n    int  // lines so far
	cut  bool // the rest of this line was left out
}

// next returns a line, which is valid until the next call.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	l.cut = false
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.longLine(line)
	}
	if len(line) == 0 && err != nil {
		return nil, err
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	l.n++
	return bytes.TrimRight(line, "\r\n"), nil
}

// longLine reads the rest of a line that does not fit into the buffer, and keeps
// at most maxLine of it.
func (l *lines) longLine(begin []byte) (line []byte, err error) {
	l.long = append(l.long[:0], begin...)
	for {
		more, err := l.in.ReadSlice('\n')
		room := max(maxLine-len(l.long), 0)
		if len(more) > room {
			l.cut = true
			more = more[:room]
		}
		l.long = append(l.long, more...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l.long, err
		}
	}
}

// plain returns the line without colours, and with the tab that syslog writes as
// #011.
func plain(line []byte) []byte {
	if bytes.IndexByte(line, 0x1b) >= 0 {
		line = withoutColor(line)
	}
	if bytes.Contains(line, []byte("#011")) {
		line = bytes.ReplaceAll(line, []byte("#011"), []byte("\t"))
	}
	return line
}

// withoutColor drops sequences such as ESC [ 31 m.
func withoutColor(line []byte) []byte {
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); i++ {
		if line[i] != 0x1b {
			out = append(out, line[i])
			continue
		}
		for i++; i < len(line) && !isLetter(line[i]); i++ {
		}
	}
	return out
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }
