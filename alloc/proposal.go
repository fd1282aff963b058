package alloc

// Proposal is a rewrite that a technique proposes by the text alone, nothing of
// it proven.
type Proposal struct {
	Technique string   `json:"technique"`
	File      string   `json:"file"` // as sites have it
	Line      int      `json:"line"`
	Lines     [][2]int `json:"lines"` // first and last of each range that it may lighten
	Message   string   `json:"message"`
	Risk      string   `json:"risk"`
	Diff      string   `json:"diff"` // before and after
}

// Helps reports whether p may remove what is allocated at a line.
func (p Proposal) Helps(file string, line int) bool {
	if p.File != file {
		return false
	}
	for _, r := range p.Lines {
		if r[0] <= line && line <= r[1] {
			return true
		}
	}
	return false
}
