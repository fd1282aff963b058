package json

import (
	"io"

	"github.com/wring-go/wring/live"
)

// WriteLive writes what a capture shows to w as Write does a report.
func WriteLive(w io.Writer, r live.Report) error { return encode(w, r) }

// WriteLiveDiff writes two captures side by side to w as Write does a report.
func WriteLiveDiff(w io.Writer, d live.Diff) error { return encode(w, d) }
