package accesslog

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// MarkEnd returns marks at the present end of a file, so that [Books.ReadNew]
// books what is written from now on, beginning with the line that is being
// written. A file that is not there yet has no mark, and is read as a whole.
func MarkEnd(name string) (Marks, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return Marks{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	key, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	mark, err := markOf(f, headLength)
	if err != nil {
		return nil, err
	}
	var read int64
	for buf := make([]byte, 64<<10); ; {
		n, err := f.Read(buf)
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 {
			mark.Offset = read + int64(i) + 1
			mark.Line += uint64(bytes.Count(buf[:n], []byte{'\n'}))
		}
		read += int64(n)
		if err == io.EOF {
			return Marks{key: mark}, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
