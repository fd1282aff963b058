package json

import (
	"encoding/json"
	"io"

	"github.com/wring-go/wring/alloc"
)

// WriteGuard writes rep as one JSON document.
func WriteGuard(w io.Writer, rep alloc.GuardReport) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(rep)
}
