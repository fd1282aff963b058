package json

import "github.com/wring-go/wring/collector/lives"

// gcLives is what outlived the one cycle, of those looked at, that left the most.
// Shares are from 0 to 1.
type gcLives struct {
	Cycles  int           `json:"cycles"`
	Objects uint64        `json:"objects"`
	Bytes   uint64        `json:"bytes"`
	Sampled bool          `json:"sampled"`
	Lines   []gcLivesLine `json:"lines"`
}

type gcLivesLine struct {
	Place     string  `json:"place"`
	Func      string  `json:"func"`
	Type      string  `json:"type"`
	Objects   uint64  `json:"objects"`
	Bytes     uint64  `json:"bytes"`
	Share     float64 `json:"bytes_share"`
	Allocated uint64  `json:"allocated_objects"`
	Survived  float64 `json:"survived"`
	Usual     uint64  `json:"median_bytes"`
}

func gcLivesOf(h lives.Heap) *gcLives {
	if h.Cycles == 0 {
		return nil
	}
	doc := &gcLives{h.Cycles, h.Objects, h.Bytes, h.Sampled, []gcLivesLine{}}
	for _, l := range h.Lines {
		doc.Lines = append(doc.Lines, gcLivesLine(l))
	}
	return doc
}
