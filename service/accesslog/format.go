package accesslog

import (
	"bytes"
	"fmt"
	"strings"
)

// Format is the format of a log, as it was found or asked for.
type Format struct {
	Name string
	// Unit of the times, and what it was told by: the name of the field, the
	// values, or the user.
	Unit  Unit
	Why   string
	Timed string // the field that holds the time of a request; empty if none does
	lines splitter
	extra []role // where the fields are that are asked for by name
	raw   fields // of the line that is being read
	clock clock
}

// splitter cuts a line into its fields. It may return fields of a line that it
// does not understand; they are not used.
type splitter interface {
	split(line []byte, to *fields) Kind
}

// names are the formats that can be asked for by name.
func formatNames() []string {
	return []string{"ltsv", "json", "caddy", "combined", "common", "vhost-combined", "envoy",
		"tsv"}
}

// Detect finds the format of the first lines of a log, or makes the one that
// opt asks for. An error says that these lines are no access log.
func Detect(head [][]byte, opt Options) (*Format, error) {
	head = typical(head)
	if opt.Format == "" && len(opt.Fields) > 0 {
		opt.Format = "tsv"
	}
	var best *Format
	most := 0
	for _, name := range formatNames() {
		if name == "caddy" || opt.Format != "" && opt.Format != name {
			continue
		}
		if f := candidate(name, head, opt); f != nil {
			if n := f.score(head); n > most {
				best, most = f, n
			}
		}
	}
	switch {
	case opt.Format == "caddy":
		best = candidate("json", head, opt)
		best.Name = "caddy"
	case best == nil && opt.Format != "":
		return asked(head, opt)
	case best == nil:
		return nil, fmt.Errorf("not an access log that wring knows (%s): paste its log_format "+
			"as -format '...'", strings.Join(formatNames(), ", "))
	}
	return best.ready(head, opt), nil
}

// typical leaves out what says nothing about the format.
func typical(head [][]byte) [][]byte {
	var lines [][]byte
	for _, line := range head {
		if len(line) > 0 && len(line) < 64<<10 && !binary(line) && len(lines) < 200 {
			lines = append(lines, line)
		}
	}
	return lines
}

// asked makes the format that was asked for though no line has it.
func asked(head [][]byte, opt Options) (*Format, error) {
	if f := candidate(opt.Format, head, opt); f != nil {
		return f.ready(head, opt), nil
	}
	if opt.Format == "tsv" {
		return nil, fmt.Errorf("the first line has no names of columns: name them, as in " +
			"-fields at,method,path,status,bytes,time")
	}
	pieces, err := parsePattern(opt.Format)
	if err != nil {
		return nil, err
	}
	t, a, err := build(pieces, opt)
	if err != nil {
		return nil, err
	}
	f := &Format{Name: "pattern", lines: t}
	f.assigned(a)
	return f.ready(head, opt), nil
}

// candidate makes the format with a name of the first lines; nil if that cannot be.
func candidate(name string, head [][]byte, opt Options) *Format {
	f := &Format{Name: name}
	var a assigned
	switch name {
	case "ltsv":
		f.lines, a = newLTSV(head, opt)
	case "json":
		f.lines, a = newJSON(head, opt)
		if a.roles["request>uri"] == rolePath && a.roles["duration"] == roleTime {
			f.Name = "caddy"
		}
	case "combined":
		return known(name, head, opt, combinedPattern)
	case "common":
		return known(name, head, opt, commonPattern)
	case "vhost-combined":
		return known(name, head, opt, vhostPattern)
	case "envoy":
		plain := known(name, head, opt, envoyPattern)
		if mesh := known(name, head, opt, istioPattern); mesh.score(head) > plain.score(head) {
			return mesh
		}
		return plain
	case "tsv":
		names, separator, header := opt.Fields, byte('\t'), ""
		if len(names) == 0 {
			var ok bool
			if names, separator, header, ok = firstHeader(head); !ok {
				return nil
			}
		}
		f.lines, a = newTabbed(names, header, separator, head, opt)
	default:
		return nil
	}
	f.assigned(a)
	return f
}

func firstHeader(head [][]byte) (names []string, separator byte, header string, ok bool) {
	for _, line := range head {
		if names, separator, ok = headerOf(line); ok {
			if bytes.IndexByte(line, '\t') >= 0 && line[0] == '#' {
				separator = '\t'
			}
			return names, separator, string(line), true
		}
		if line[0] != '#' {
			break
		}
	}
	return nil, 0, "", false
}

// known makes a format of a pattern behind which more fields may stand.
func known(name string, head [][]byte, opt Options, pattern string) *Format {
	pieces, err := parsePattern(pattern)
	if err != nil {
		return nil
	}
	t, a, err := build(pieces, opt)
	if err != nil {
		return nil
	}
	t.open = true
	f := &Format{Name: name, lines: t}
	f.assigned(t.learnTail(head, a, opt))
	return f
}

func (f *Format) assigned(a assigned) {
	f.extra = a.extras[:]
	f.Timed, f.Unit = a.timed, a.unit
	if f.Unit != 0 {
		f.Why = "by the name " + f.Timed
	}
	if a.twin != "" {
		f.Why = "by " + a.twin
	}
}

// score counts the lines that the format understands as requests.
func (f *Format) score(head [][]byte) int {
	if f == nil {
		return 0
	}
	n := 0
	for _, line := range head {
		f.raw = fields{}
		switch f.lines.split(line, &f.raw) {
		case Understood:
			if len(f.raw.of[rolePath]) > 0 || isRequest(f.raw.of[roleRequest]) {
				n += 2
			} else if len(f.raw.of[roleRequest]) > 0 && len(f.raw.of[roleStatus]) > 0 {
				n++
			}
			if _, _, kind := duration(f.raw.time(), Seconds); kind == Understood {
				n++
			}
		case Header:
			n++
		}
	}
	return n
}

// ready decides what the names of fields did not say.
func (f *Format) ready(head [][]byte, opt Options) *Format {
	f.extra = f.extra[:min(len(opt.Extra), maxExtra)]
	if f.Timed == "" {
		f.Unit, f.Why = Seconds, ""
		return f
	}
	if opt.Unit != 0 {
		f.Unit, f.Why = opt.Unit, "by -unit"
		return f
	}
	if f.Unit != 0 {
		return f
	}
	var samples [][]byte
	for _, line := range head {
		f.raw = fields{}
		if f.lines.split(line, &f.raw) == Understood {
			if v := f.raw.time(); len(v) > 0 {
				samples = append(samples, bytes.Clone(v))
			}
		}
	}
	f.Unit, f.Why = guessUnit(samples)
	return f
}

// leaveOut says that some roles, given as bits, are not used. Entries may have
// their texts all the same.
func (f *Format) leaveOut(roles uint32) {
	for _, r := range f.extra {
		roles &^= 1 << r
	}
	if lines, ok := f.lines.(interface{ leaveOut(roles uint32) }); ok {
		lines.leaveOut(roles)
	}
}

// time returns the text of how long the request took.
func (f *fields) time() []byte {
	if v := f.of[roleTime]; len(v) > 0 && string(v) != "-" {
		return v
	}
	return f.of[roleUpstream]
}
