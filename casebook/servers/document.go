package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/casebook/diary"
)

// The lines between which the document holds the tables.
const (
	beginTables = "<!-- servers: go run ./casebook/servers -update -->"
	endTables   = "<!-- end of servers -->"
)

// heading stands above the tables.
const heading = `Clients and servers share the machine. Ratios are medians of interleaved rounds,
to the first row; in brackets is the 95 % confidence interval. Above each table is how it was
measured, since one can be measured without the others.
`

// titleMark begins the title of a table, and nothing else there.
const titleMark = "\n**"

// document returns the tables, which may be empty, under their heading.
func document(tables []string) string { return heading + strings.Join(tables, "") }

// updateDocument puts tables between the marks of a document. Where one is empty
// the one that is there stays.
func updateDocument(path string, tables []string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(old), beginTables+"\n")
	there, after, ok2 := strings.Cut(rest, endTables)
	if !ok1 || !ok2 {
		return fmt.Errorf("%s has no lines %q and %q", path, beginTables, endTables)
	}
	if slices.Contains(tables, "") {
		kept := strings.Split(strings.TrimSuffix(there, "\n"), titleMark)[1:]
		if len(kept) != len(tables) {
			return fmt.Errorf("%s has %d tables instead of %d; run -update without -only first",
				path, len(kept), len(tables))
		}
		tables = slices.Clone(tables)
		for i, t := range tables {
			if t == "" {
				tables[i] = titleMark + kept[i]
			}
		}
	}
	text := before + beginTables + "\n\n" + document(tables) + "\n" + endTables + after
	return os.WriteFile(path, []byte(text), 0o666)
}

// head begins a table with its title, and how it was measured. Where there are no
// rounds, rounds is 0.
func (m *measurement) head(w io.Writer, title string, rounds int, columns ...string) {
	fmt.Fprintf(w, "%s%s**\n\n%s on %s/%s, %d processors, load average before the run %s",
		titleMark, title, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		m.load)
	if rounds > 0 {
		fmt.Fprintf(w, ", %d rounds", rounds)
	}
	fmt.Fprintf(w, ".\n\n| %s |\n|%s\n", strings.Join(columns, " | "),
		strings.Repeat("---|", len(columns)))
}

func row(w io.Writer, cells ...string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

// writePlan writes the table of servers that answer requests.
func (m *measurement) writePlan(w io.Writer, p plan, all []figures) {
	m.head(w, p.title, m.rounds, "server", "requests/s, 100 clients", "ratio",
		fmt.Sprintf("requests/s, %d clients", m.many), "CPU per request", "ratio",
		"p99 at 50, 80, 95 % of that", "bytes per idle connection", "goroutines per connection",
		"allocations per request")
	for i, f := range all {
		if f.missing != "" {
			row(w, p.servers[i].name, "not here: "+firstLine(f.missing), "", "", "", "", "", "", "",
				"")
			continue
		}
		row(w, p.servers[i].name, fmt.Sprintf("%.0f", diary.Median(f.rate)),
			ratio(f.rate, all[0].rate), many(f.manyRate),
			fmt.Sprintf("%.1f µs", diary.Median(f.cpu)), ratio(f.cpu, all[0].cpu),
			strings.Join(f.p99, ", "), bytesOf(f.idle), f.goroutines, f.allocations)
	}
}

func (m *measurement) writeProxies(w io.Writer, all []contender, f []figures) {
	m.head(w, "Proxies: messages of 64 bytes there and back, 50 clients", m.rounds, "proxy",
		"messages/s", "ratio", fmt.Sprintf("messages/s, %d connections", m.tunnels),
		"CPU per message", "ratio", "p50, p99 at 500 per second", "bytes per connection",
		"goroutines per connection", "allocations per message")
	for i, c := range all {
		cpu, share := fmt.Sprintf("%.1f µs", diary.Median(f[i].cpu)), ratio(f[i].cpu, f[0].cpu)
		if c.cmd == nil {
			cpu, share = "", "" // it is part of this process
		}
		row(w, c.name, fmt.Sprintf("%.0f", diary.Median(f[i].rate)), ratio(f[i].rate, f[0].rate),
			many(f[i].manyRate), cpu, share, f[i].added[0]+", "+f[i].added[1],
			bytesOf(f[i].idle), f[i].goroutines, f[i].allocations)
	}
}

func (m *measurement) writeChats(w io.Writer, all []contender, f []chatFigures) {
	m.head(w, fmt.Sprintf("Chats: memory, and 100 messages per second to %d in a room",
		m.subscribers), 0, "chat", "bytes per idle client", "idle clients", "messages/s sent",
		"fan-out p50", "p99", "CPU µs per delivery", "clients' CPU µs", "delivered")
	for i := range all {
		row(w, f[i].row(all[i].name)...)
	}
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// many returns a rate, or that there is none.
func many(rate float64) string {
	if rate == 0 {
		return "fails"
	}
	return fmt.Sprintf("%.0f", rate)
}

// bytesOf returns a number of bytes, or nothing if it was not measured.
func bytesOf(n float64) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(int(n))
}

// ratio returns how the rounds of one server compare with those of another.
func ratio(a, b []float64) string {
	var all []float64
	for i := range min(len(a), len(b)) {
		all = append(all, a[i]/b[i])
	}
	s := diary.SpreadOf(all)
	if s[0] == s[2] {
		return fmt.Sprintf("%.2f", s[1])
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", s[1], s[0], s[2])
}

// stamp returns the time in a message.
func stamp(payload []byte) (time.Time, bool) {
	_, rest, ok := bytes.Cut(payload, []byte("at "))
	digits, _, ok2 := bytes.Cut(rest, []byte(" ."))
	n, err := strconv.ParseInt(string(digits), 10, 64)
	return time.Unix(0, n), ok && ok2 && err == nil
}

// loadAverage returns what /proc says, for the reader to judge by.
func loadAverage() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return cmp.Or(strings.Join(strings.Fields(string(data))[:1], ""), "unknown")
}
