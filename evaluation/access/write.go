package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
)

func generate(_ context.Context, args []string) error {
	fs := flag.NewFlagSet("generate", flag.ExitOnError)
	table := fs.String("table", "social", "the `NAME` of a table of routes")
	format := fs.String("format", "ltsv", "`FORMAT`: ltsv, json or combined")
	n := fs.Int("n", 1_000_000, "how many lines")
	seed := fs.Uint64("seed", 1, "of the generator")
	fs.Parse(args)
	t, err := findTable(*table)
	if err != nil {
		return err
	}
	return writeLog(os.Stdout, newService(t, *seed), *format, *n)
}

// writeLog writes n requests.
func writeLog(to io.Writer, s *service, format string, n int) error {
	w := bufio.NewWriterSize(to, 1<<20)
	print, ok := map[string]func(io.Writer, request){"ltsv": ltsv, "json": jsonLine,
		"combined": combined}[format]
	if !ok {
		return fmt.Errorf("%q is no format: it is ltsv, json or combined", format)
	}
	for range n {
		print(w, s.next())
	}
	return w.Flush()
}

const agent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101"

func (q request) target() string {
	if q.query == "" {
		return q.path
	}
	return q.path + "?" + q.query
}

func ltsv(w io.Writer, q request) {
	fmt.Fprintf(w, "time:%s\thost:%s\tforwardedfor:-\treq:%s %s HTTP/1.1\tmethod:%s\turi:%s\t"+
		"status:%d\tsize:%d\treferer:-\tua:curl/8.5\treqtime:%.3f\tvhost:example.com\n",
		q.at.Format("02/Jan/2006:15:04:05 -0700"), q.client, q.method, q.target(), q.method,
		q.target(), q.status, q.bytes, q.seconds)
}

func jsonLine(w io.Writer, q request) {
	fmt.Fprintf(w, `{"time":"%s","host":"%s","method":"%s","uri":"%s","status":%d,`+
		`"body_bytes":%d,"ua":"curl/8.5","response_time":%.3f}`+"\n",
		q.at.Format("2006-01-02T15:04:05-07:00"), q.client, q.method, q.target(), q.status,
		q.bytes, q.seconds)
}

func combined(w io.Writer, q request) {
	fmt.Fprintf(w, "%s - - [%s] \"%s %s HTTP/1.1\" %d %d \"-\" \"%s\" %.3f\n", q.client,
		q.at.Format("02/Jan/2006:15:04:05 -0700"), q.method, q.target(), q.status, q.bytes,
		agent, q.seconds)
}
