package accesslog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Marks say how far logs were read, by file.
type Marks map[string]Mark

// Mark is how far one file was read.
type Mark struct {
	Offset int64  `json:"offset"`
	Line   uint64 `json:"line"`
	Head   string `json:"head"` // a hash of the first bytes
	Length int    `json:"length"`
}

// headLength is how many bytes tell a file from the one that replaced it.
const headLength = 256

// LoadMarks reads what SaveMarks wrote; a file that is not there has no marks.
func LoadMarks(name string) (Marks, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return Marks{}, nil
	}
	if err != nil {
		return nil, err
	}
	marks := Marks{}
	if err := json.Unmarshal(data, &marks); err != nil {
		return nil, fmt.Errorf("%s holds no positions: %w", name, err)
	}
	return marks, nil
}

// Save writes the marks.
func (m Marks) Save(w io.Writer) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// markOf hashes the first bytes of a file.
func markOf(f *os.File, length int) (Mark, error) {
	buf := make([]byte, length)
	n, err := f.ReadAt(buf, 0)
	if err != nil && err != io.EOF {
		return Mark{}, err
	}
	sum := sha256.Sum256(buf[:n])
	return Mark{Head: hex.EncodeToString(sum[:]), Length: n}, nil
}

// isOf reports whether f is the file of which m is a mark, and has not been cut.
func (m Mark) isOf(f *os.File) bool {
	now, err := markOf(f, m.Length)
	info, statErr := f.Stat()
	return err == nil && statErr == nil && now.Head == m.Head && now.Length == m.Length &&
		info.Size() >= m.Offset
}

// ReadNew books what was added to a file since marks were made, and moves its
// mark. When another file has taken its place, what is left of the one of before
// is looked for beside it, under a name that begins with the same. A last line
// without an end is left for the next time.
func (b *Books) ReadNew(ctx context.Context, name string, marks Marks, opt Options) error {
	key, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	mark, known := marks[key]
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := &reading{books: b, opt: opt}
	if known && !mark.isOf(f) {
		if err := in.left(ctx, name, mark); err != nil {
			return err
		}
		mark = Mark{}
	}
	mark, err = in.from(ctx, f, name, mark)
	marks[key] = mark
	return err
}

// left books what is left of a file that was renamed.
func (in *reading) left(ctx context.Context, name string, mark Mark) error {
	others, err := filepath.Glob(globQuote(name) + "?*")
	if err != nil {
		return nil // a name that cannot be looked for
	}
	for _, other := range others {
		f, err := os.Open(other)
		if err != nil {
			continue
		}
		if mark.Length > 0 && mark.isOf(f) {
			_, err = in.from(ctx, f, other, mark)
			f.Close()
			return err
		}
		f.Close()
	}
	return nil
}

// globQuote escapes what filepath.Glob would take for a pattern.
func globQuote(name string) string {
	var out []byte
	for i := range len(name) {
		if c := name[i]; c == '*' || c == '?' || c == '[' || c == '\\' {
			out = append(out, '\\')
		}
		out = append(out, name[i])
	}
	return string(out)
}

// from books the whole lines of f behind a mark.
func (in *reading) from(ctx context.Context, f *os.File, name string, mark Mark) (Mark, error) {
	if in.format == nil && mark.Offset > 0 {
		in.detect(f, name)
	}
	if _, err := f.Seek(mark.Offset, io.SeekStart); err != nil {
		return mark, err
	}
	s := newScanner(f)
	s.line, s.whole = mark.Line, true
	err := in.all(ctx, s, name)
	next, markErr := markOf(f, headLength)
	next.Offset, next.Line = mark.Offset+s.consumed, s.line
	if err == nil {
		err = markErr
	}
	return next, err
}

// detect finds the format at the beginning of a file, where a header may be.
func (in *reading) detect(f *os.File, name string) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return
	}
	if format, err := Detect(newScanner(f).head(), in.opt); err == nil {
		in.format = format
		in.books.use(name, format)
	}
}

// pause is how long Follow waits for more.
const pause = 200 * time.Millisecond

// Follow books a file and what is added to it until ctx ends, which is no error.
// It survives that the file is renamed and made anew, and that it is cut. Each
// time it has read something it calls seen.
func (b *Books) Follow(ctx context.Context, name string, opt Options, seen func()) error {
	in := &reading{books: b, opt: opt}
	var f *os.File
	mark := Mark{}
	defer func() {
		if f != nil {
			f.Close()
		}
	}()
	for {
		if f == nil {
			var err error
			if f, err = os.Open(name); err != nil && mark.Length == 0 && mark.Line == 0 {
				return err
			}
		}
		if f != nil {
			next, err := in.from(context.WithoutCancel(ctx), f, name, mark)
			if err != nil && in.where != nil {
				return err
			}
			if next.Offset != mark.Offset {
				seen()
			}
			mark = next
			f, mark = current(f, name, mark)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// current returns the file that has the name now, and where to go on in it. A
// file that was cut begins anew; of one that was renamed all has been read.
func current(f *os.File, name string, mark Mark) (*os.File, Mark) {
	mine, err := f.Stat()
	if err != nil {
		return f, mark
	}
	if mine.Size() < mark.Offset {
		return f, Mark{Line: 0, Length: mark.Length}
	}
	now, err := os.Stat(name)
	if err != nil || os.SameFile(mine, now) || mine.Size() > mark.Offset {
		return f, mark
	}
	f.Close()
	return nil, Mark{Length: mark.Length}
}
