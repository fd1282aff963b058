package accesslog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Open opens a log, decompressing it if it begins like one of gzip or zstd. The
// name "-" is standard input, which is not closed.
func Open(name string, stdin io.Reader) (io.ReadCloser, error) {
	if name == "-" {
		return decompress(stdin, io.NopCloser(nil))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	r, err := decompress(f, f)
	if err != nil {
		f.Close()
	}
	return r, err
}

// opened is a stream with what is to be closed behind it.
type opened struct {
	io.Reader
	close func() error
}

func (o opened) Close() error { return o.close() }

// decompress looks at the first bytes.
func decompress(r io.Reader, c io.Closer) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, err
		}
		return opened{z, c.Close}, nil
	case bytes.Equal(magic, []byte("\x28\xb5\x2f\xfd")):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		return opened{z, func() error { z.Close(); return c.Close() }}, nil
	}
	return opened{b, c.Close}, nil
}
