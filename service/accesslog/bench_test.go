package accesslog

import (
	"bytes"
	"fmt"
	"testing"
)

// BenchmarkLine books lines of a log whose paths are known by now, as nearly all
// are of a log that is long. It must not allocate.
func BenchmarkLine(b *testing.B) {
	for _, format := range []string{"ltsv", "json", "combined"} {
		b.Run(format, func(b *testing.B) {
			log := benchmarkLog(format)
			in, lines := warm(b, log)
			var e Entry
			from := position{file: "log"}
			i := 0
			b.SetBytes(int64(len(log) / len(lines)))
			b.ReportAllocs()
			for b.Loop() {
				in.one(lines[i], &e, from)
				if i++; i == len(lines) {
					i = 0
				}
			}
		})
	}
}

// benchmarkLog has 50,000 lines with 10,000 paths.
func benchmarkLog(format string) []byte {
	var b bytes.Buffer
	for i := range 50_000 {
		path := fmt.Sprintf("/posts/%d?page=%d", i*7919%10_000, i%9)
		seconds := float64(i*i%997) / 1000
		at := fmt.Sprintf("%02d:%02d", i/600%60, i/10%60)
		switch format {
		case "ltsv":
			fmt.Fprintf(&b, "time:20/Nov/2026:10:%s +0000\thost:10.0.0.%d\tforwardedfor:-\t"+
				"req:GET %s HTTP/1.1\tmethod:GET\turi:%s\tstatus:200\tsize:%d\treferer:-\t"+
				"ua:curl/8.5\treqtime:%.3f\tvhost:example.com\n", at, i%250, path, path, i, seconds)
		case "json":
			fmt.Fprintf(&b, `{"time":"2026-11-20T10:%s+00:00","host":"10.0.0.%d","method":"GET",`+
				`"uri":"%s","status":200,"body_bytes":%d,"ua":"curl/8.5","response_time":%.3f}`+
				"\n", at, i%250, path, i, seconds)
		case "combined":
			fmt.Fprintf(&b, "10.0.0.%d - - [20/Nov/2026:10:%s +0000] \"GET %s HTTP/1.1\" 200 %d "+
				"\"-\" \"Mozilla/5.0 (X11; Linux x86_64)\" %.3f\n", i%250, at, path, i, seconds)
		}
	}
	return b.Bytes()
}

// warm reads a log once.
func warm(tb testing.TB, log []byte) (*reading, [][]byte) {
	lines := bytes.Split(bytes.TrimSuffix(log, []byte{'\n'}), []byte{'\n'})
	format, err := Detect(lines[:200], Options{})
	if err != nil {
		tb.Fatal(err)
	}
	in := &reading{books: NewBooks(By{}, nil), format: format}
	var e Entry
	for i, line := range lines {
		in.one(line, &e, position{"log", uint64(i)})
	}
	if in.books.Booked != uint64(len(lines)) {
		tb.Fatalf("%d of %d lines were booked: %v", in.books.Booked, len(lines),
			in.books.rejected())
	}
	return in, lines
}
