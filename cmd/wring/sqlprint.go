package main

import (
	"io"

	"github.com/wring-go/wring/report/html"
	"github.com/wring-go/wring/report/json"
	"github.com/wring-go/wring/report/markdown"
	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/service/sqlsample"
)

// write prints a report in the format that was asked for.
func (c *sqlCommand) write(e env, r sqlsample.Report) error {
	switch c.format {
	case "json":
		return json.WriteSQL(e.stdout, r)
	case "markdown":
		return markdown.SQL(e.stdout, r, c.top)
	case "html":
		return html.SQL(e.stdout, r)
	}
	return text.SQL(e.stdout, r, c.look(e))
}

// writeDiff prints two reports side by side.
func (c *sqlCommand) writeDiff(e env, d sqlsample.Diff) error {
	switch c.format {
	case "json":
		return json.WriteSQLDiff(e.stdout, d)
	case "markdown":
		return markdown.SQLDiff(e.stdout, d, c.top)
	case "html":
		return html.SQLDiff(e.stdout, d)
	}
	return text.SQLDiff(e.stdout, d, c.look(e))
}

// look says how text is laid out.
func (c *sqlCommand) look(e env) text.Options {
	opt := (&showing{color: c.color}).options(e)
	opt.Top = c.top
	if c.top == 0 {
		opt.Top = -1
	}
	return opt
}

// keep writes the report to the file that -o names.
func (c *sqlCommand) keep(r sqlsample.Report) error {
	if c.out == "" {
		return nil
	}
	return writeFile(c.out, func(w io.Writer) error { return json.WriteSQL(w, r) })
}
