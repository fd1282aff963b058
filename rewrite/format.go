package rewrite

import (
	"bytes"
	"fmt"
	"go/format"

	"github.com/wring-go/wring/alloc"
)

// The ends of lines, as gofmt writes them, and as other editors do.
var lineFeed, lineEnd = []byte("\n"), []byte("\r\n")

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
// drops the imports that old used and src does not, and groups of declarations of which nothing is
// left, puts added import declarations into one list, and formats what comes out. Where old was not
// formatted either, only what has changed is: the rest is not ours to change.
// Lines end as all lines of old do: a raw string has no carriage returns,
// however they end.
func Format(filename string, old, src []byte) ([]byte, error) {
	if n := bytes.Count(old, lineFeed); n > 0 && n == bytes.Count(old, lineEnd) {
		out, err := Format(filename, bytes.ReplaceAll(old, lineEnd, lineFeed),
			bytes.ReplaceAll(src, lineEnd, lineFeed))
		return bytes.ReplaceAll(out, lineFeed, lineEnd), err
	}
	src, err := tidyImports(filename, old, src)
	if err != nil {
		return nil, err
	}
	if src, err = dropGroups(filename, old, src); err != nil {
		return nil, err
	}
	out, err := format.Source(src)
	if err != nil {
		return nil, fmt.Errorf("rewrite: %s does not parse after the edits: %w", filename, err)
	}
	was, err := format.Source(old)
	if err != nil || bytes.Equal(was, old) {
		return out, nil
	}
	mixed := formatChanges(old, was, out)
	if all, err := format.Source(mixed); err != nil || !bytes.Equal(all, out) {
		return src, nil // gofmt moves lines there that were changed, too
	}
	return mixed, nil
}
