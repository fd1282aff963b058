package linescan

import "github.com/wring-go/wring/technique"

// The two scanners differ in what a line is. A scanner whose buffer is full has seen no line end
// in so many bytes; called once more, it gives out what it has.
var (
	textHelper = technique.Helper{
		Name:    "scanText",
		Imports: []string{"bufio", "strings"},
		Text: `// scanText returns what scans the lines of a text.
func scanText(text string) *textScanner { return &textScanner{rest: text} }`,
		Behind: `// textScanner is a bufio.Scanner whose lines are parts of the text.
type textScanner struct {
	rest, line string
	err        error
}

// Scan goes to the next line, and reports whether there is one.
func (s *textScanner) Scan() bool {
	if s.rest == "" {
		s.line = ""
		return false
	}
	line, rest, _ := strings.Cut(s.rest, "\n")
	if s.err == nil && len(line) >= bufio.MaxScanTokenSize {
		s.rest, s.line, s.err = line[:bufio.MaxScanTokenSize], "", bufio.ErrTooLong
		return false
	}
	s.rest, s.line = rest, strings.TrimSuffix(line, "\r")
	return true
}

// Text returns the line without its end.
func (s *textScanner) Text() string { return s.line }

// Err returns why no line follows where the text goes on.
func (s *textScanner) Err() error { return s.err }`,
	}
	bytesHelper = technique.Helper{
		Name:    "scanBytes",
		Imports: []string{"bufio", "bytes"},
		Text: `// scanBytes returns what scans the lines of a text in bytes.
func scanBytes(text []byte) *bytesScanner { return &bytesScanner{rest: text} }`,
		Behind: `// bytesScanner is a bufio.Scanner whose lines are parts of the text.
type bytesScanner struct {
	rest, line []byte
	err        error
}

// Scan goes to the next line, and reports whether there is one.
func (s *bytesScanner) Scan() bool {
	if len(s.rest) == 0 {
		s.line = nil
		return false
	}
	line, rest, _ := bytes.Cut(s.rest, []byte("\n"))
	if s.err == nil && len(line) >= bufio.MaxScanTokenSize {
		s.rest, s.line, s.err = line[:bufio.MaxScanTokenSize], nil, bufio.ErrTooLong
		return false
	}
	s.rest, s.line = rest, bytes.TrimSuffix(line, []byte("\r"))
	return true
}

// Bytes returns the line without its end.
func (s *bytesScanner) Bytes() []byte { return s.line }

// Text returns the line without its end.
func (s *bytesScanner) Text() string { return string(s.line) }

// Err returns why no line follows where the text goes on.
func (s *bytesScanner) Err() error { return s.err }`,
	}
)
