package escape

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// diagnostic is one line of the compiler's log after the first.
type diagnostic struct {
	Range   span
	Code    string
	Message string
	// RelatedInformation holds, in this order, the calls below the outermost
	// one, and the steps of the explanation, each followed by its own calls.
	RelatedInformation []struct {
		Location struct {
			URI   string
			Range span
		}
		Message string
	}
}

// span is a range of the log; the compiler knows only where things start.
type span struct {
	Start struct {
		Line      int // 1-based, unlike what the protocol says
		Character int // 1-based, in bytes, likewise
	}
}

// The compiler's own words in the log.
const (
	inlineMark = "inlineLoc" // the position of a call that was inlined, or what is in it
	flowMark   = "escflow:"  // a step of the explanation
)

// decode reads one file of the compiler's log. It keeps what reaches the heap;
// the rest is about inlining, bounds checks and the like.
func decode(log []byte) ([]alloc.Fact, error) {
	first, rest, _ := bytes.Cut(log, []byte("\n"))
	var header struct {
		Version *int
		File    string
	}
	if err := json.Unmarshal(first, &header); err != nil {
		return nil, fmt.Errorf("header: %v", err)
	}
	if header.Version == nil || *header.Version != 0 {
		return nil, fmt.Errorf("header: not a log of version 0: %.80s", first)
	}
	var found collection
	for line := range bytes.Lines(rest) {
		if !bytes.Contains(line, []byte(`"code":"escape`)) {
			continue // the cheap test: seven lines of eight are about other things
		}
		var d diagnostic
		if err := json.Unmarshal(line, &d); err != nil {
			return nil, fmt.Errorf("%s: %v", header.File, err)
		}
		if d.Code == "escape" || d.Code == "escapes" {
			found.add(d.fact(header.File), d.Message == "")
		}
	}
	return found.facts(), nil
}

// fact returns what d says about the place where the code itself stands.
func (d *diagnostic) fact(file string) alloc.Fact {
	f := alloc.Fact{Message: d.Message}
	chain := []alloc.Position{d.Range.in(file)} // outermost first
	for _, r := range d.RelatedInformation {
		at := r.Location.Range.in(fileOf(r.Location.URI))
		text, isStep := strings.CutPrefix(r.Message, flowMark)
		switch {
		case isStep:
			f.Flow = append(f.Flow, alloc.Step{Position: at, Text: tidy(text)})
		case r.Message != inlineMark:
			// Something that later compilers may add.
		case len(f.Flow) > 0:
			// Each call of the chain overwrites the one around it.
			f.Flow[len(f.Flow)-1].Position = at
		default:
			chain = append(chain, at)
		}
	}
	innermost := len(chain) - 1
	f.Position = chain[innermost]
	for i := innermost - 1; i >= 0; i-- {
		f.Inlined = append(f.Inlined, chain[i])
	}
	return f
}

// in returns where s begins in file.
func (s span) in(file string) alloc.Position {
	return alloc.Position{
		File:   path.Clean(file),
		Line:   max(0, s.Start.Line),
		Column: max(0, s.Start.Character),
	}
}

// fileOf returns the path that a URI of the log names. The compiler writes
// "file://" and the escaped path, even when that is no absolute path.
func fileOf(uri string) string {
	escaped := strings.TrimPrefix(uri, "file://")
	if file, ok := unescapeSegment(escaped); ok {
		return file
	}
	return escaped
}

// tidy removes the indentation and the colon that announces the next step.
func tidy(step string) string {
	return strings.TrimSuffix(strings.TrimSpace(step), ":")
}
