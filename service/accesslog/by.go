package accesslog

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// By is what requests are grouped by: a name as in ParseBy. The zero value
// groups by route.
type By struct {
	name  string
	extra int // of Entry.Extra, from 1
}

// ByNames are the properties that requests can be grouped by.
func ByNames() []string {
	return []string{"route", "path", "method", "status", "class", "client", "host", "agent",
		"referer", "hour", "minute", "day"}
}

// ParseBy returns what a name stands for. A name that is none of ByNames is a
// field of the log; extra are those that the options name.
func ParseBy(name string, extra []string) (By, error) {
	if name == "" || name == "route" {
		return By{}, nil
	}
	if by, err := ByField(name, extra); err == nil {
		return by, nil
	}
	for _, known := range ByNames() {
		if name == known {
			return By{name: name}, nil
		}
	}
	return By{}, fmt.Errorf("-by %s: it is one of %s, or field:NAME", name,
		strings.Join(ByNames(), ", "))
}

// ByField groups by a field of the log, whatever its name; extra are those that
// the options name, and the field must be one of them.
func ByField(name string, extra []string) (By, error) {
	for i, e := range extra {
		if e == name {
			return By{name, i + 1}, nil
		}
	}
	return By{}, fmt.Errorf("the field %q is not among those to read", name)
}

// String returns the name.
func (b By) String() string {
	if b.route() {
		return "route"
	}
	return b.name
}

// unused returns the roles, as bits, that books by b have no use for.
func (b By) unused() uint32 {
	roles := uint32(1<<roleHost | 1<<roleAgent | 1<<roleReferer)
	switch b.name {
	case "host":
		roles &^= 1 << roleHost
	case "agent":
		roles &^= 1 << roleAgent
	case "referer":
		roles &^= 1 << roleReferer
	}
	return roles
}

func (b By) route() bool { return b.name == "" }

// append appends the property of an entry.
func (b By) append(dst []byte, e *Entry) []byte {
	if b.extra > 0 {
		return text(dst, e.Extra[b.extra-1])
	}
	switch b.name {
	case "path":
		return text(dst, e.Path)
	case "method":
		return text(dst, e.Method)
	case "status":
		return strconv.AppendInt(dst, int64(e.Status), 10)
	case "class":
		if c := statusClass(e.Status); c > 0 {
			return append(dst, byte('0'+c), 'x', 'x')
		}
		return append(dst, '-')
	case "client":
		return text(dst, e.Client)
	case "host":
		return text(dst, e.Host)
	case "agent":
		return text(dst, e.Agent)
	case "referer":
		return text(dst, e.Referer)
	case "hour":
		return moment(dst, e.At, "2006-01-02 15:00")
	case "minute":
		return moment(dst, e.At, "2006-01-02 15:04")
	case "day":
		return moment(dst, e.At, "2006-01-02")
	}
	return dst
}

// text appends b, or a dash for nothing.
func text(dst, b []byte) []byte {
	if len(b) == 0 {
		return append(dst, '-')
	}
	return append(dst, b[:min(len(b), maxPath)]...)
}

func moment(dst []byte, at int64, layout string) []byte {
	if at == 0 {
		return append(dst, '-')
	}
	return time.Unix(0, at).UTC().AppendFormat(dst, layout)
}
