package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// maxQuoted bounds a line of -fingerprint, in bytes.
const maxQuoted = 64 << 20

// printFingerprints reads JSON strings, one a line, and prints the fingerprint of
// each.
func printFingerprints(r io.Reader, w io.Writer, opt mysqltext.Options) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 64<<10), maxQuoted)
	out := bufio.NewWriter(w)
	defer out.Flush()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	finger := mysqltext.Fingerprinter{Options: opt}
	var buf []byte
	for n := 1; in.Scan(); n++ {
		line := bytes.TrimSpace(in.Bytes())
		if len(line) == 0 {
			continue
		}
		var text string
		if err := json.Unmarshal(line, &text); err != nil {
			return fmt.Errorf("standard input, line %d: not a JSON string: %w", n, err)
		}
		buf = finger.Append(buf[:0], []byte(text))
		if err := enc.Encode(string(buf)); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("standard input cannot be read: %w", err)
	}
	return out.Flush()
}

// files books slow logs. What was read before an error is in the report.
func (c *sqlCommand) files(ctx context.Context, e env, names []string) (sqlsample.Report, error) {
	if c.dialect == "postgresql" {
		return sqlsample.Report{}, errors.New("the logs that can be read are the slow logs of " +
			"MySQL and MariaDB; of PostgreSQL, ask the server, with WRING_DSN and -for")
	}
	if c.explain {
		return sqlsample.Report{}, errors.New("-explain asks a server, and a file has none: " +
			"leave one of them out")
	}
	if len(names) == 1 {
		if r, ok := keptReport(names[0]); ok {
			return r, nil
		}
	}
	book := sqlsample.NewBook(sqlsample.Options{Text: c.textOptions(), Redact: c.redact})
	wall := 0.0
	for _, name := range names {
		seconds, err := readLog(ctx, e, book, name)
		wall += seconds
		if err != nil {
			return sqlsample.Finish(book.Report(sqlsample.SlowLog)), err
		}
	}
	r := book.Report(sqlsample.SlowLog)
	r.WallSeconds = wall
	return sqlsample.Finish(r), nil
}

// readLog books one file, packed or not. The name - is standard input.
func readLog(ctx context.Context, e env, book *sqlsample.Book, name string) (float64, error) {
	in := e.stdin
	if name == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return 0, fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
		}
		defer f.Close()
		in = f
	}
	r := bufio.NewReaderSize(stoppable{ctx, in}, 64<<10)
	var log io.Reader = r
	if magic, _ := r.Peek(2); string(magic) == "\x1f\x8b" {
		unzip, err := gzip.NewReader(r)
		if err != nil {
			return 0, fmt.Errorf("%s cannot be unpacked: %w", name, err)
		}
		log = unzip
	}
	wall, err := sqlsample.ReadSlowLog(book, log, name)
	return wall.Seconds(), err
}

// stoppable is a reader that ends with its context.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// keptReport reads a report that -o or -json wrote; ok is false for anything else.
func keptReport(name string) (r sqlsample.Report, ok bool) {
	f, err := os.Open(name)
	if err != nil {
		return r, false
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if start, _ := in.Peek(1); string(start) != "{" {
		return r, false
	}
	var doc struct {
		Version int    `json:"version"`
		Verb    string `json:"verb"`
		sqlsample.Report
	}
	if err := json.NewDecoder(in).Decode(&doc); err != nil || doc.Verb != "sql" {
		return r, false
	}
	return doc.Report, doc.Version == 1 && doc.Source != ""
}

// compare reads two states and prints them side by side.
func (c *sqlCommand) compare(ctx context.Context, e env, old, new []string) (int, error) {
	if len(old) == 0 || len(new) == 0 {
		return exitTrouble, errors.New("two states are compared as in: wring sql OLD -- NEW, " +
			"each a slow log or what -o has kept")
	}
	before, err := c.files(ctx, e, old)
	if err != nil {
		return exitTrouble, err
	}
	after, err := c.files(ctx, e, new)
	if err != nil {
		return exitTrouble, err
	}
	return exitOK, c.writeDiff(e, sqlsample.Compare(old[0], before, new[0], after))
}
