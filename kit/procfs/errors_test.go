package procfs

import (
	"errors"
	"strings"
	"testing"
)

// What cannot be understood is shown, and where it is.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"loadavg", "", `cannot understand line 1 of loadavg: ""`},
		{"loadavg", "0.1 0.2 x 1/80 7\n", `line 1 of loadavg: "0.1 0.2 x 1/80 7"`},
		{"loadavg", "0.1 0.2 0.3 180 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3 1/ 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3 /8 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3 1/8\n", `line 1 of`},
		{"loadavg", "0.1 0.2 . 1/8 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 1.2.3 1/8 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 -0.3 1/8 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.1234567890123456 1/8 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3 1/18446744073709551616 7\n", `line 1 of`},
		{"loadavg", "0.1 0.2 0.3\n1/8 7\n", `line 1 of`},
		{"meminfo", "MemTotal: 1 kB\nMemFree 2 kB\n", `line 2 of meminfo: "MemFree 2 kB"`},
		{"meminfo", "MemTotal: 1 MB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: kB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: 1 kB kB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal:\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: -1 kB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: 18446744073709551616\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: 18014398509481984 kB\n", `line 1 of meminfo`},
		{"meminfo", "MemTotal: 1 kB\n\nMemFree: 1 kB\n", `line 2 of meminfo: ""`},
		{"meminfo", ": 1 kB\n", `line 1 of meminfo`},
		{"stat", "cpu 1 2\ncpu0 1 x\n", `line 2 of stat: "cpu0 1 x"`},
		{"stat", "cpu\n", `line 1 of stat`},
		{"stat", "cpu1\n", `line 1 of stat`},
		{"stat", "intr\n", `line 1 of stat`},
		{"stat", "intr 1 2 x\n", `line 1 of stat`},
		{"stat", "softirq 1 18446744073709551616\n", `line 1 of stat`},
		{"stat", "ctxt -1\n", `line 1 of stat`},
		{"stat", "\n", `line 1 of stat`},
		{"self/status", "Pid:\tx\n", `line 1 of self/status`},
		{"self/status", "Pid:\t0x1\n", `line 1 of self/status`},
		{"self/status", "Umask:\t0089\n", `line 1 of self/status`},
		{"self/status", "SigBlk:\tfg\n", `line 1 of self/status`},
		{"self/status", "SigBlk:\t10000000000000000\n", `line 1 of self/status`},
		{"self/status", "SigQ:\t12\n", `line 1 of self/status`},
		{"self/status", "Uid:\t\n", `line 1 of self/status`},
		{"self/status", "Uid:\t7\t7\t7\n", `line 1 of self/status`}, // half a line is not root
		{"self/status", "Groups:\t4294967296\n", `line 1 of self/status`},
		{"self/status", "VmRSS:\t12 MB\n", `line 1 of self/status`},
		{"self/status", "Name:\ta\nTgid\t1\n", `line 2 of self/status: "Tgid\t1"`},
		{"net/dev", titles + "lo 1 2 3\n", `line 3 of net/dev: "lo 1 2 3"`},
		{"net/dev", titles + "lo: 1\neth0: 1 2 x\n", `line 4 of net/dev`},
		{"net/dev", titles + "lo:\n", `line 3 of net/dev`},
		{"net/dev", titles + ": 1\n", `line 3 of net/dev`},
		{"diskstats", "8 0 sda\n", `line 1 of diskstats`},
		{"diskstats", "8 x sda 1\n", `line 1 of diskstats`},
		{"diskstats", "x 8 sda 1\n", `line 1 of diskstats`},
		{"diskstats", "8 0 sda 1\n8 0\n", `line 2 of diskstats: "8 0"`},
		{"diskstats", "8 0 sda 1 2 -3\n", `line 1 of diskstats`},
	} {
		_, err := parserOf(c.file).parse(c.text)
		var e *Error
		if !errors.As(err, &e) || e.File != c.file || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %s", c.file, c.text, err, c.want)
		}
	}
}

// A text that came through a system with other ends of lines is refused, at the
// first line that holds a number: no value may be taken from it.
func TestOtherLineEnds(t *testing.T) {
	for _, p := range parsers {
		for _, s := range samples(t, p.name) {
			_, err := p.parse(strings.ReplaceAll(s.text, "\n", "\r\n"))
			var e *Error
			if !errors.As(err, &e) || e.Line > 4 || !strings.HasSuffix(e.Text, "\r") {
				t.Errorf("%s: %v", s.path, err)
			}
		}
	}
}

// The error keeps its text when the buffer that it was read into is used again.
func TestErrorOwnsItsText(t *testing.T) {
	text := []byte("MemTotal: many\n")
	err := new(Meminfo).Parse(text)
	clear(text)
	var e *Error
	if !errors.As(err, &e) || e.Text != "MemTotal: many" {
		t.Errorf("got %v", err)
	}
}
