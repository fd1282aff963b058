package alloc

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	// magic and the version, on a line of their own, begin every record, so
	// that a program or a person who opens one knows what it is.
	magic = "wring record "

	// maxRecord bounds the JSON inside a record, since a hostile one of some
	// kilobytes could unfold to terabytes.
	maxRecord = 512 << 20
)

// WriteRecord writes rec to w in the format that ReadRecord reads. It refuses a
// record that ReadRecord would refuse. The version written is RecordVersion,
// whatever rec.Version says; rec is not changed.
func WriteRecord(w io.Writer, rec *Record) error {
	if err := rec.Check(); err != nil {
		return fmt.Errorf("cannot write the record: %w", err)
	}
	if _, err := fmt.Fprintf(w, "%s%d\n", magic, RecordVersion); err != nil {
		return err
	}
	zip := gzip.NewWriter(w)
	enc := json.NewEncoder(zip)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rec.normal()); err != nil {
		return err
	}
	return zip.Close()
}

// ReadRecord reads a record. The input may come from anywhere: whatever it
// holds, the result is a record that passes Check, with no nil lists, or an
// error that says what is wrong.
func ReadRecord(r io.Reader) (*Record, error) { return readRecord(r, maxRecord) }

func readRecord(r io.Reader, limit int64) (*Record, error) {
	in := bufio.NewReader(r)
	if err := readMagic(in); err != nil {
		return nil, err
	}
	zip, err := gzip.NewReader(in)
	if err != nil {
		return nil, damaged(err)
	}
	capped := &cappedReader{r: zip, left: limit, limit: limit}
	rec, err := decodeRecord(capped)
	if err != nil {
		return nil, damaged(err)
	}
	if err := rec.Check(); err != nil {
		return nil, damaged(err)
	}
	return rec.normal(), nil
}

// readMagic reads the first line and reports what is wrong with it.
func readMagic(in *bufio.Reader) error {
	const longest = len(magic) + 20
	line := make([]byte, 0, longest)
	for len(line) < longest {
		c, err := in.ReadByte()
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF || c == '\n' {
			break
		}
		line = append(line, c)
	}
	number, ok := strings.CutPrefix(string(line), magic)
	if len(line) == 0 {
		return errors.New("the file is empty, not a wring record: " + remedy)
	}
	if !ok {
		start := line[:min(len(line), 16)]
		return fmt.Errorf("not a wring record (it begins with %q): %s", start, remedy)
	}
	return checkVersion(number)
}

const remedy = "make one with wring top -o FILE.wring"

func checkVersion(number string) error {
	version, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return fmt.Errorf("not a wring record (its version is %q): %s", number, remedy)
	}
	if version != RecordVersion {
		return fmt.Errorf("this record is version %d; this wring reads version %d: "+
			"measure again, or read it with the wring that wrote it", version, RecordVersion)
	}
	return nil
}

// damaged says of an error met after the first line what it means for the user.
func damaged(err error) error {
	var large *tooLarge
	switch {
	case errors.As(err, &large):
		return fmt.Errorf("%w: measure fewer packages at a time", err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the record is cut short: " + remedy + " again")
	}
	return fmt.Errorf("the record is damaged: %w: %s again", err, remedy)
}

type tooLarge struct{ limit int64 }

func (e *tooLarge) Error() string {
	return fmt.Sprintf("the record unfolds to more than %d MiB", e.limit>>20)
}

// cappedReader fails, rather than ends, when more than limit bytes are read.
type cappedReader struct {
	r           io.Reader
	left, limit int64
}

func (c *cappedReader) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, &tooLarge{c.limit}
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}
