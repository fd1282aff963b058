package sqlsample

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

const entryFormat = "# Time: 2023-11-14T22:13:20.%06dZ\n# User@Host: isu[isu] @ localhost []  " +
	"Id: %5d\n# Query_time: 0.%06d  Lock_time: 0.000002 Rows_sent: 3  Rows_examined: 100\n" +
	"SET timestamp=%d;\nSELECT * FROM comments\nWHERE post_id = %d;\n"

// slowText returns a slow log of n entries, of 20 connections.
func slowText(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, entryFormat, i%1e6, 8+i%20, 1+i%1000, 1700000000+i/100, i)
	}
	return b.Bytes()
}

func read(t *testing.T, text string) (Report, error) {
	t.Helper()
	b := NewBook(Options{})
	_, err := ReadSlowLog(b, strings.NewReader(text), "slow.log")
	return b.Report(SlowLog), err
}

// TestComplete plants each kind of what is not understood, and proves that
// statements are those that are booked and those that are named.
func TestComplete(t *testing.T) {
	good := string(slowText(1))
	for kind, text := range map[string]string{
		"no-entry": good + "rubbish\nmore of it\n" + good,
		"no-time": good + "# User@Host: a[a] @ b []  Id: 1\nSET timestamp=1;\nSELECT 1;\n" +
			good,
		"bad-number":   good + strings.Replace(good, "Lock_time: 0", "Lock_time: x", 1) + good,
		"no-statement": good + good[:strings.Index(good, "SELECT")] + good,
	} {
		r, err := read(t, text)
		if err != nil {
			t.Error(kind, err)
		}
		missed, count := "", r.Booked
		for _, n := range r.NotUnderstood {
			missed += n.Kind + " "
			count += n.Count
			if n.First.Line < 7 || n.First.File != "slow.log" || n.First.Text == "" {
				t.Errorf("%s: the first is at %+v", kind, n.First)
			}
		}
		if r.Booked != 2 || !strings.Contains(missed, kind) || count != r.Statements {
			t.Errorf("%s: %+v", kind, r)
		}
	}
}

// TestCutLogs cuts a log at every byte. Whole entries are booked wherever it is
// cut, and nothing is lost in silence.
func TestCutLogs(t *testing.T) {
	text := string(slowText(3))
	size := len(text) / 3
	for i := range text {
		r, err := read(t, text[i:])
		if err != nil && !errors.Is(err, ErrNoLog) {
			t.Fatal(err)
		}
		if whole := int64(2 - (i-1)/size); i > 0 && r.Booked < whole {
			t.Fatalf("from byte %d: %d booked, want %d\n%s", i, r.Booked, whole, text[i:])
		}
		r, err = read(t, text[:i])
		if err != nil && !errors.Is(err, ErrNoLog) {
			t.Fatal(err)
		}
		if r.Booked < int64(i/size) {
			t.Fatalf("up to byte %d: %d booked\n%s", i, r.Booked, text[:i])
		}
	}
}

// TestFailingReader proves that what was read before an error is booked.
func TestFailingReader(t *testing.T) {
	b := NewBook(Options{})
	broken := errors.New("the disk is gone")
	in := io.MultiReader(bytes.NewReader(slowText(10)), failing{broken})
	_, err := ReadSlowLog(b, in, "slow.log")
	if r := b.Report(SlowLog); !errors.Is(err, broken) || r.Booked != 10 {
		t.Errorf("%v, %d booked", err, r.Booked)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestLongStatement proves that a statement longer than any buffer is read in
// parts, and that the entry after it is not part of it.
func TestLongStatement(t *testing.T) {
	long := strings.Repeat("12345,", 500_000)
	text := strings.Replace(string(slowText(1)), "post_id = 0", "post_id IN ("+long+"1)", 1)
	r, err := read(t, text+string(slowText(1)))
	if err != nil || r.Booked != 2 || len(r.Queries) != 2 {
		t.Fatalf("%v %+v", err, r)
	}
	for _, q := range r.Queries {
		if len(q.Example) > maxExample || len(q.Fingerprint) > 200 {
			t.Errorf("%d bytes of example, fingerprint %.200s", len(q.Example), q.Fingerprint)
		}
	}
}

// TestSteadyState proves that entries cost no memory once their fingerprints are
// known: a log ten times as long takes as many allocations.
func TestSteadyState(t *testing.T) {
	b := NewBook(Options{})
	allocs := func(n int) float64 {
		text := slowText(n)
		return testing.AllocsPerRun(5, func() {
			if _, err := ReadSlowLog(b, bytes.NewReader(text), "slow.log"); err != nil {
				t.Error(err)
			}
		})
	}
	if short, long := allocs(500), allocs(5000); long > short {
		t.Errorf("%v allocations for 500 entries, %v for 5,000", short, long)
	}
}

// TestRuns proves that runs are those of one connection, whatever others do in
// between, and that commands of prepared statements do not end them.
func TestRuns(t *testing.T) {
	b := NewBook(Options{})
	add := func(conn uint64, text string) {
		b.Add(&Entry{Text: []byte(text), Conn: conn, Duration: time.Millisecond})
	}
	add(1, "SELECT id FROM posts")
	for i := range 30 {
		add(1, "# administrator command: Prepare")
		add(1, fmt.Sprintf("SELECT * FROM users WHERE id = %d", i))
		add(2, "SELECT 2")
		add(3, fmt.Sprintf("SELECT 3 FROM t%d", i))
	}
	add(1, "SELECT id FROM posts")
	r := Finish(b.Report(SlowLog))
	for _, q := range r.Queries {
		loop := q.Fingerprint == "select * from users where id = ?"
		if got := len(q.Advice) > 0; loop && (q.Runs != Runs{1, 30, 30, "select id from posts"}) ||
			loop != got && q.Fingerprint != "select ?" {
			t.Errorf("%+v", q)
		}
	}
}

// FuzzSlowLog proves that any text is read to its end, and that the books balance.
func FuzzSlowLog(f *testing.F) {
	f.Add(slowText(2))
	f.Add([]byte("# Query_time: 1 Lock_time: -1\nuse a;\n" +
		"SET timestamp=99999999999999999999;\n'\n#"))
	f.Add([]byte("# User@Host: ]x[ @\n# Schema:  QC_hit: \n# Query_time: 0.1.2\n/*!"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b := NewBook(Options{})
		_, err := ReadSlowLog(b, bytes.NewReader(text), "fuzz")
		r := Finish(b.Report(SlowLog))
		count := r.Booked
		for _, n := range r.NotUnderstood {
			count += n.Count
		}
		if count != r.Statements || err != nil && !errors.Is(err, ErrNoLog) {
			t.Fatalf("%v %+v", err, r)
		}
	})
}

func BenchmarkSlowLog(b *testing.B) {
	text := slowText(2000)
	book := NewBook(Options{})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadSlowLog(book, bytes.NewReader(text), "slow.log"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	book := NewBook(Options{})
	e := Entry{Text: []byte("SELECT * FROM `comments` WHERE `post_id` = 9987 LIMIT 3"),
		Database: []byte("blog"), User: []byte("isu"), Conn: 7, Duration: time.Millisecond}
	book.Add(&e)
	b.ReportAllocs()
	for b.Loop() {
		book.Add(&e)
	}
}
