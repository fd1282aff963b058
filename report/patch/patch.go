// Package patch writes what was rewritten as a patch that git apply takes, with
// the proofs in front of it, where git and patch skip over text.
package patch

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Write writes the patch of rep, after one line for each rewrite. Without a
// patch nothing is written.
func Write(w io.Writer, rep alloc.FixReport) error {
	if rep.Patch == "" {
		return nil
	}
	var buf bytes.Buffer
	for _, t := range rep.Accepted() {
		fmt.Fprintf(&buf, "%s: %s: %s%s\n", t.Technique, t.Func, t.Message, gain(t))
	}
	buf.WriteString("\n" + rep.Patch)
	_, err := w.Write(buf.Bytes())
	return err
}

// gain tells the objects before and after.
func gain(t alloc.Trial) string {
	v, ok := t.Verdict("counts")
	if !ok || v.Evidence.ObjectsPerOp == nil {
		return ""
	}
	text := fmt.Sprintf(" (%.2f to %.2f allocs/op)", v.Evidence.ObjectsPerOp[0],
		v.Evidence.ObjectsPerOp[1])
	return strings.ReplaceAll(text, ".00", "")
}
