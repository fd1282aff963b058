package sqlsample

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/wring-go/wring/service/mysqltext"
)

// maxStatement bounds what is kept of a statement, in bytes. The fingerprint of a
// longer one is that of its beginning.
const maxStatement = 1 << 20

// ErrNoLog says that a file holds no entry of a slow log.
var ErrNoLog = errors.New("not a slow log of MySQL or MariaDB: no line begins with " +
	"\"# Time:\", \"# User@Host:\" or \"# Query_time:\"")

// slowLog is what is read of a slow log up to the current line.
type slowLog struct {
	book  *Book
	in    *bufio.Reader
	file  string
	line  int64
	first string // line with something on it

	entry  Entry
	open   bool // an entry has begun
	timed  bool // and has its Query_time
	wrong  bool // and a figure that is none
	stamp  bool // and its SET timestamp
	ended  bool // and its statement, as it seems: with a semicolon
	start  int64
	header []byte // the first line of the entry
	text   []byte // of the statement
	use    []byte // the line that chose a database, should it be the statement

	stray         bool // within lines that belong to no entry
	headers       int64
	scan          mysqltext.Scanner
	database      []byte
	user          []byte
	earliest, now int64 // seconds since 1970
	latest        int64
}

// ReadSlowLog books all entries of a slow log of MySQL 5.5 and later or MariaDB,
// and returns the time between the first and the last. The file's name is for
// messages. What was read before an error is booked. A file with text and without
// any entry is ErrNoLog.
func ReadSlowLog(b *Book, r io.Reader, file string) (wall time.Duration, err error) {
	s := &slowLog{book: b, file: file, in: bufio.NewReaderSize(r, 256<<10),
		header: make([]byte, 0, 256), user: make([]byte, 0, 64), text: make([]byte, 0, 4<<10)}
	for err == nil {
		var line []byte
		line, err = s.in.ReadSlice('\n')
		if len(line) == 0 {
			break
		}
		s.line++
		s.take(line)
		if errors.Is(err, bufio.ErrBufferFull) {
			err = s.rest()
		}
	}
	s.flush()
	wall = time.Duration(s.latest-s.earliest) * time.Second
	if err != nil && err != io.EOF {
		return wall, fmt.Errorf("%s, line %d: %w", file, s.line, err)
	}
	if s.headers == 0 && s.first != "" {
		return wall, fmt.Errorf("%s is %w; it begins with %q", file, ErrNoLog, s.first)
	}
	return wall, nil
}

// rest reads the rest of a line that is longer than the buffer.
func (s *slowLog) rest() error {
	for {
		part, err := s.in.ReadSlice('\n')
		s.append(part)
		s.ended = endsStatement(part)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// take takes a line.
func (s *slowLog) take(line []byte) {
	switch {
	case line[0] == '#' && s.head(line):
	case s.open && len(s.text) == 0 && s.setting(line):
	case s.open:
		s.statement(line)
	default:
		s.outside(line)
	}
}

// outside takes a line that belongs to no entry.
func (s *slowLog) outside(line []byte) {
	text := bytes.TrimSpace(line)
	if len(text) == 0 || isBanner(text) {
		return
	}
	if s.first == "" {
		s.first = valid(text[:min(len(text), 60)])
	}
	if !s.stray {
		s.miss("no-entry", line, s.line)
	}
	s.stray = true
}

func (s *slowLog) miss(kind string, text []byte, line int64) {
	s.book.Miss(kind, Line{File: s.file, Line: line,
		Text: valid(text[:min(len(text), 200)])})
}

// isBanner reports whether the server writes the line when it opens its log.
func isBanner(line []byte) bool {
	return bytes.HasSuffix(line, []byte("started with:")) ||
		bytes.HasPrefix(line, []byte("Tcp port: ")) ||
		bytes.HasPrefix(line, []byte("TCP Port: ")) ||
		bytes.HasPrefix(line, []byte("Time ")) && bytes.Contains(line, []byte("Id Command"))
}

// head takes a line that begins with a number sign, unless it is part of a
// statement.
func (s *slowLog) head(line []byte) bool {
	first := bytes.HasPrefix(line, []byte("# User@Host: ")) ||
		bytes.HasPrefix(line, []byte("# Time: "))
	if first || s.orphan(line) {
		if s.open && len(s.text) > 0 && (!s.ended || oddQuotes(s.text)) && !s.begins() {
			return false
		}
		if !s.open || len(s.text) > 0 || s.timed {
			s.begin(line)
		}
	}
	if !s.open || len(s.text) > 0 || bytes.HasPrefix(line, []byte(command)) {
		return false
	}
	s.attributes(line)
	return true
}

// orphan reports whether line is the head of an entry whose first lines are
// missing, as where a log was cut.
func (s *slowLog) orphan(line []byte) bool {
	return bytes.HasPrefix(line, []byte("# Query_time: ")) &&
		(!s.open || len(s.text) > 0 && s.ended || s.timed && len(s.text) == 0)
}

// begins reports whether the line, which looks like the beginning of an entry, is one
// where the statement before has no end: it may be text in a literal.
func (s *slowLog) begins() bool {
	if complete(&s.scan, s.text, s.book.opt.Text) {
		return true
	}
	ahead, _ := s.in.Peek(1 << 10) // fewer at the end of the file
	for bytes.HasPrefix(ahead, []byte("# ")) {
		if bytes.HasPrefix(ahead, []byte("# Query_time: ")) {
			return true
		}
		_, ahead, _ = bytes.Cut(ahead, []byte("\n"))
	}
	return false
}

// oddQuotes reports whether a literal may be open at the end of text. It is quick
// and asks too often: an apostrophe in double quotes is enough.
func oddQuotes(text []byte) bool {
	return bytes.Count(text, []byte("'"))%2 == 1 || bytes.Count(text, []byte("\""))%2 == 1
}

// complete reports whether no literal, name or comment is open at the end of text.
func complete(scan *mysqltext.Scanner, text []byte, opt mysqltext.Options) bool {
	scan.Reset(text, opt)
	for {
		switch t := scan.Next(); {
		case t.Cut:
			return false
		case t.Kind == mysqltext.End:
			return !scan.Open()
		}
	}
}

// begin begins an entry.
func (s *slowLog) begin(line []byte) {
	s.flush()
	s.open, s.stray, s.start = true, false, s.line
	s.header = append(s.header[:0], line...)
	s.headers++
}

// setting takes the lines between the head and the statement.
func (s *slowLog) setting(line []byte) bool {
	if len(s.use) == 0 && len(line) > 5 && line[0]|0x20 == 'u' && line[3] == ' ' {
		if name, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r\n"), []byte("use ")); ok {
			s.use = append(s.use[:0], line...)
			s.database = append(s.database[:0], bytes.Trim(name, "`;")...)
			return true
		}
	}
	if !s.stamp && len(line) > 4 && line[0] == 'S' && bytes.HasPrefix(line, []byte("SET ")) {
		if _, value, ok := bytes.Cut(line, []byte("timestamp=")); ok {
			s.stamp = true
			s.time(value)
			return true
		}
	}
	return false
}

// time takes the seconds of SET timestamp.
func (s *slowLog) time(value []byte) {
	n := int64(0)
	for _, c := range value {
		if c < '0' || c > '9' || n > 1<<40 {
			break
		}
		n = n*10 + int64(c-'0')
	}
	if s.earliest == 0 || n < s.earliest {
		s.earliest = n
	}
	s.latest = max(s.latest, n)
}

// statement takes a line of the statement.
func (s *slowLog) statement(line []byte) {
	if s.ended {
		text := bytes.TrimSpace(line)
		if len(text) == 0 {
			return
		}
		if isBanner(text) || !compound(s.text) && complete(&s.scan, s.text, s.book.opt.Text) {
			s.flush()
			s.outside(line)
			return
		}
	}
	s.append(line)
	s.ended = endsStatement(line)
}

// compound reports whether a statement may hold others.
func compound(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 6 && bytes.EqualFold(text[:6], []byte("create")) ||
		len(text) > 5 && bytes.EqualFold(text[:5], []byte("begin"))
}

func endsStatement(line []byte) bool {
	for i := len(line) - 1; i >= 0; i-- {
		if line[i] > ' ' {
			return line[i] == ';'
		}
	}
	return false
}

// append adds a line to the statement, as far as it is kept.
func (s *slowLog) append(line []byte) {
	if !s.open {
		return
	}
	room := max(maxStatement-len(s.text), 0)
	s.text = append(s.text, line[:min(room, len(line))]...)
}

// flush books the entry.
func (s *slowLog) flush() {
	if s.open {
		s.finish()
	}
	s.open, s.timed, s.wrong, s.stamp, s.ended = false, false, false, false, false
	s.text, s.use = s.text[:0], s.use[:0]
	s.user = s.user[:0]
	s.entry = Entry{}
}

func (s *slowLog) finish() {
	if len(s.text) == 0 && len(s.use) > 0 {
		s.text, s.ended = append(s.text, s.use...), true
	}
	switch {
	case !s.timed:
		s.miss("no-time", s.header, s.start)
	case s.wrong:
		s.miss("bad-number", s.header, s.start)
	case len(bytes.TrimSpace(s.text)) == 0:
		s.miss("no-statement", s.header, s.start)
	default:
		if !s.ended {
			s.book.cut++
		}
		s.entry.Text = bytes.TrimRight(s.text, "; \t\r\n")
		s.entry.Database, s.entry.User = s.database, s.user
		s.book.Add(&s.entry)
	}
}
