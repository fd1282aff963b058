package mysqltext

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// dialects are the files with tricky statements, and how to read them.
var dialects = map[string]Options{
	"mysql.txt":       {},
	"ansi.txt":        {ANSIQuotes: true, NoBackslashEscapes: true},
	"postgresql.txt":  {Dialect: PostgreSQL},
	"nonstandard.txt": {Dialect: PostgreSQL, BackslashEscapes: true},
}

// TestFingerprints reads blocks of statements that must have the same
// fingerprint, which stands below them after an equals sign. A line in double
// quotes is a Go string. No fingerprint stands in two blocks, and each is its own
// fingerprint.
func TestFingerprints(t *testing.T) {
	for file, opt := range dialects {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for block := range strings.SplitSeq(string(data), "\n\n") {
			checkBlock(t, file, strings.Split(strings.Trim(block, "\n"), "\n"), opt, seen)
		}
	}
}

func checkBlock(t *testing.T, file string, lines []string, opt Options, seen map[string]bool) {
	t.Helper()
	want, ok := strings.CutPrefix(lines[len(lines)-1], "= ")
	if !ok || !strings.HasPrefix(lines[0], "# ") || seen[want] || len(lines) < 3 {
		t.Errorf("%s: a block has no title, no statement, or no new fingerprint: %q", file, lines)
		return
	}
	seen[want] = true
	f := Fingerprinter{Options: opt}
	for _, line := range lines[1:] {
		text := line
		if quoted, err := strconv.Unquote(line); err == nil && line[0] == '"' {
			text = quoted
		}
		if line == lines[len(lines)-1] {
			text = want
		}
		if got := string(f.Append(nil, []byte(text))); got != want {
			t.Errorf("%s, %s\n%s\nhas  %s\nwant %s", file, lines[0], text, got, want)
		}
	}
}

// TestNothingIsAllocated proves that a fingerprint costs no memory once the
// buffers are as large as they need to be.
func TestNothingIsAllocated(t *testing.T) {
	var f Fingerprinter
	var buf []byte
	texts := [][]byte{[]byte(usual), []byte(inList(5000)), []byte(rowList(1000))}
	allocs := testing.AllocsPerRun(10, func() {
		for _, text := range texts {
			buf = f.Append(buf[:0], text)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// usual is a statement as most are.
const usual = "SELECT * FROM `comments` WHERE `post_id` = 9987 ORDER BY `created_at` DESC LIMIT 3"

func inList(n int) string {
	return "SELECT a FROM t WHERE id IN (" + strings.Repeat("12345, ", n-1) + "1)"
}

func rowList(n int) string {
	return "INSERT INTO t VALUES " + strings.Repeat("(1, 'x', NOW()), ", n-1) + "(1, 'x', NOW())"
}

func BenchmarkFingerprint(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"usual", usual}, {"in-50", inList(50)}, {"in-5000", inList(5000)},
		{"rows-1000", rowList(1000)}} {
		b.Run(c.name, func(b *testing.B) {
			var f Fingerprinter
			var buf []byte
			text := []byte(c.text)
			buf = f.Append(buf[:0], text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				buf = f.Append(buf[:0], text)
			}
		})
	}
}
