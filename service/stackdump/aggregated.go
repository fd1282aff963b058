package stackdump

import (
	"bytes"
	"strings"
)

// aggregated begins the goroutines of a header of debug=1:
//
//	2 @ 0x43e2ae 0x44cc1e
func (p *parser) aggregated(line []byte) bool {
	if len(line) == 0 || line[0] < '1' || line[0] > '9' {
		return false
	}
	count, n := number(line)
	pcs, ok := bytes.CutPrefix(line[n:], []byte(" @"))
	if !ok || len(pcs) > 0 && !bytes.HasPrefix(pcs, []byte(" 0x")) || count > 1<<31 {
		return false
	}
	p.sum.Aggregated = true
	p.begin(&Goroutine{M: -1, Count: int(count)})
	p.sum.Headers += int(count)
	return true
}

// stackLine reads a line of such a goroutine:
//
//	# labels: {"route":"GET /x"}
//	#	0x43e2ad	main.main+0x2d	/src/x.go:12
func (p *parser) stackLine(line []byte) bool {
	if line[0] != '#' {
		return false
	}
	text := bytes.TrimSpace(line[1:])
	if rest, ok := bytes.CutPrefix(text, []byte("labels: {")); ok {
		p.g.Labels, _ = labels(string(rest))
		return true
	}
	var fields [3][]byte
	i := 0
	for field := range bytes.SplitSeq(text, []byte("\t")) {
		if len(field) > 0 && i < len(fields) {
			fields[i] = bytes.TrimSpace(field)
			i++
		}
	}
	if i < 3 {
		p.problem(ForeignText, line)
		return true
	}
	f := Frame{Inlined: true}
	f.PC, _ = number(fields[0])
	name := string(fields[1])
	if plus := strings.LastIndex(name, "+0x"); plus > 0 {
		f.Offset, _ = number([]byte(name[plus+1:]))
		name = name[:plus]
	}
	f.Func = p.funcName([]byte(name))
	p.placeLine(&f, fields[2])
	p.add(f)
	return true
}
