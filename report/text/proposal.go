package text

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// proposalRows is how many lines of a rewrite are shown: enough to see what it
// is about. wring fix -diff shows all of it, proven.
const proposalRows = 40

// proposals writes what the techniques would do to the line, before and after:
// each once, also when it helps several sites.
func (p *page) proposals(f *alloc.Finding, told map[string]bool) {
	for _, proposal := range f.Proposals {
		if told[proposal.Diff] {
			continue
		}
		told[proposal.Diff] = true
		p.blank()
		p.prose(table.Text(table.Green, proposal.Technique+" "), table.Plain,
			fmt.Sprintf("would %s (%s; nothing of it is proven yet)", proposal.Message,
				proposal.Risk))
		rows := 0
		for line := range strings.Lines(proposal.Diff) {
			if rows++; rows > proposalRows {
				continue
			}
			line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")
			p.line(table.Text(table.Plain, "  ").Add(diffStyle(line), line).Cut(p.opt.Width))
		}
		if rows > proposalRows {
			p.more(rows-proposalRows, "line", ": wring fix -diff -technique "+
				proposal.Technique+" shows them, with the proof")
		}
	}
}
