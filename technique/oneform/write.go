package oneform

import "slices"

// span is a part of the source.
type span struct{ start, end int }

// change is what is written for some statements of a file.
type change struct {
	start, end int
	pieces     []piece
	fn         span   // of the function
	results    bool   // of the function: its return statements change with them
	gives      bool   // a result its first value, in a function with results
	bare       bool   // a return statement that has no values in the source
	declares   string // the result for which a variable is declared, on a line
	unused     bool   // that result
}

// piece is text, or what the source has from one offset to another.
type piece struct {
	text       string
	start, end int
	kind       kind
}

// write returns a file with changes made. Of changes within others only the outer ones are.
func write(src []byte, list []change) *file {
	slices.SortStableFunc(list, func(a, b change) int { return a.start - b.start })
	f := &file{}
	done := 0
	for _, c := range list {
		if c.start < done {
			continue
		}
		f.text = append(f.text, src[done:c.start]...)
		p := part{wasStart: c.start, wasEnd: c.end, start: len(f.text), fn: c.fn,
			results: c.results, gives: c.gives, declares: c.declares,
			bare: c.bare, unused: c.unused}
		for _, piece := range c.pieces {
			from := len(f.text)
			if piece.text != "" {
				f.text = append(f.text, piece.text...)
				continue
			}
			f.text = append(f.text, src[piece.start:piece.end]...)
			p.same = append(p.same, same{from, len(f.text), piece.start, piece.kind})
		}
		p.end = len(f.text)
		f.parts = append(f.parts, p)
		done = c.end
	}
	f.text = append(f.text, src[done:]...)
	return f
}
