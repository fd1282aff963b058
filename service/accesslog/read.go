package accesslog

import (
	"context"
	"fmt"
	"io"
)

// reading is a log that is being read into books.
type reading struct {
	books  *Books
	opt    Options
	format *Format
	others []*Format // that lines of another format were found to have
	tries  int
	lines  uint64
	other  uint64
	where  error // what -where said
}

// Limits of looking for other formats among lines that have not the log's.
const (
	maxOthers = 3
	maxTries  = 2000
)

// Read books a log. What could be read is booked also when there is an error.
func (b *Books) Read(ctx context.Context, r io.Reader, name string, opt Options) error {
	s := newScanner(r)
	in := &reading{books: b, opt: opt}
	return in.all(ctx, s, name)
}

// all reads to the end. Without a format, every line is counted as malformed.
func (in *reading) all(ctx context.Context, s *scanner, name string) error {
	head := s.head()
	var unknown error
	if in.format == nil {
		if in.format, unknown = Detect(head, in.opt); unknown == nil {
			in.books.use(name, in.format)
		}
	}
	if in.format != nil && in.opt.Where == nil {
		in.format.leaveOut(in.books.by.unused())
	}
	in.lineByLine(ctx, s, name)
	in.books.settle()
	switch err := s.failure(); {
	case in.where != nil:
		return in.where
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: after line %d: %w", name, s.line, err)
	case unknown != nil && in.lines > 0:
		return fmt.Errorf("%s: %w", name, unknown)
	case in.other*5 > in.lines:
		return fmt.Errorf("%s: a mixture of formats: of %d lines, %d are not %s but %s; "+
			"separate them, or say which with -format", name, in.lines, in.other,
			in.format.Name, in.others[0].Name)
	}
	return nil
}

func (in *reading) lineByLine(ctx context.Context, s *scanner, name string) {
	var e Entry
	from := position{file: name, line: s.line} // more than 0 when it goes on
	for {
		line, tooLong, ok := s.next()
		if !ok || in.where != nil {
			return
		}
		from.line++
		in.lines++
		if from.line&0x3ff == 0 && ctx.Err() != nil {
			return
		}
		switch {
		case tooLong:
			in.books.reject(TooLong, line, from)
		case in.format == nil:
			in.books.reject(withoutFormat(line), line, from)
		default:
			in.one(line, &e, from)
		}
	}
}

func withoutFormat(line []byte) Kind {
	switch {
	case len(line) == 0:
		return EmptyLine
	case binary(line):
		return Binary
	}
	return Malformed
}

// one books a line, or counts why not.
func (in *reading) one(line []byte, e *Entry, from position) {
	kind := in.format.Parse(line, e)
	if kind == Understood {
		if in.chosen(e) {
			in.books.book(e, line, from)
		} else {
			in.books.Filtered++
		}
		return
	}
	if (kind == Malformed || kind == Cut || kind == NoRequest) && in.elsewhere(line) {
		kind = OtherFormat
		in.other++
	}
	in.books.reject(kind, line, from)
}

// chosen reports whether the options want an entry.
func (in *reading) chosen(e *Entry) bool {
	if in.opt.Since != 0 && e.At < in.opt.Since || in.opt.Until != 0 && e.At >= in.opt.Until {
		return false
	}
	if in.opt.Where == nil {
		return true
	}
	ok, err := in.opt.Where(e)
	in.where = err
	return ok
}

// elsewhere reports whether a line is a request in another format.
func (in *reading) elsewhere(line []byte) bool {
	var e Entry
	for _, f := range in.others {
		if f.Parse(line, &e) == Understood {
			return true
		}
	}
	if len(in.others) == maxOthers || in.tries == maxTries {
		return false
	}
	in.tries++
	f, err := Detect([][]byte{line}, Options{Extra: in.opt.Extra})
	if err != nil || f.Name == in.format.Name || f.Parse(line, &e) != Understood ||
		e.Status == 0 {
		return false
	}
	in.others = append(in.others, f)
	return true
}

// use notes how a file is read.
func (b *Books) use(name string, f *Format) {
	b.Formats = append(b.Formats, FormatUse{File: name, Name: f.Name, Timed: f.Timed, Why: f.Why,
		Unit: f.Unit})
}
