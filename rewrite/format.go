package rewrite

import (
	"bytes"
	"fmt"
	"go/format"

	"github.com/wring-go/wring/alloc"
)

// File makes the edits of one file and returns it fit to be written: without
// the imports that only the old text used, and as gofmt prints it.
func File(filename string, old []byte, edits []alloc.Edit) ([]byte, error) {
	src, err := Apply(old, edits)
	if err != nil {
		return nil, err
	}
	return Format(filename, old, src)
}

// Format makes src, which was made from old by edits, fit to be written. It
// drops the imports that old used and src does not, puts added import
// declarations into one list, and formats what comes out, unless old was not
// formatted either: then the rest of the file would change with it, which
// nobody asked for.
func Format(filename string, old, src []byte) ([]byte, error) {
	src, err := tidyImports(filename, old, src)
	if err != nil {
		return nil, err
	}
	if was, err := format.Source(old); err != nil || !bytes.Equal(was, old) {
		return src, nil
	}
	out, err := format.Source(src)
	if err != nil {
		return nil, fmt.Errorf("rewrite: %s does not parse after the edits: %w", filename, err)
	}
	return out, nil
}
