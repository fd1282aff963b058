package text

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/collector"
	"github.com/wring-go/wring/collector/lives"
)

// gcLiveLines is how many lines are shown of what lives; the JSON has all.
const gcLiveLines = 10

// gcLives writes what outlives a cycle.
func gcLives(b *strings.Builder, h lives.Heap) {
	if h.Cycles == 0 {
		return
	}
	which := "when the profile was taken"
	if h.Cycles > 1 {
		which = fmt.Sprintf("after the one of %d cycles that left the most", h.Cycles)
	}
	if h.Sampled {
		which += ", estimated from samples"
	}
	fmt.Fprintf(b, "\nalive %s: %s in %d objects\n", which, collector.Bytes(int64(h.Bytes)),
		h.Objects)
	fmt.Fprintf(b, "%8s %10s %10s %9s %10s  where\n", "of heap", "bytes", "objects", "survived",
		"median")
	for _, l := range h.Lines[:min(len(h.Lines), gcLiveLines)] {
		typ := l.Type
		if typ == "" {
			typ = "(type not known)"
		}
		fmt.Fprintf(b, "%6.1f %% %10s %10d %7.1f %% %10s  %s %s\n", 100*l.Share,
			collector.Bytes(int64(l.Bytes)), l.Objects, 100*l.Survived,
			collector.Bytes(int64(l.Usual)), l.Place, typ)
	}
	if rest := len(h.Lines) - gcLiveLines; rest > 0 {
		fmt.Fprintf(b, "and %d more with less\n", rest)
	}
}
