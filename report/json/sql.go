package json

import (
	"io"

	"github.com/wring-go/wring/service/sqlsample"
)

// sqlDocument is the JSON document of wring sql.
type sqlDocument struct {
	Version int    `json:"version"`
	Verb    string `json:"verb"`
	sqlsample.Report
}

// WriteSQL writes r to w as Write does a report.
func WriteSQL(w io.Writer, r sqlsample.Report) error {
	return encode(w, sqlDocument{Version: 1, Verb: "sql", Report: r})
}

// sqlDiffDocument is the JSON document of wring sql with two states.
type sqlDiffDocument struct {
	Version int    `json:"version"`
	Verb    string `json:"verb"`
	sqlsample.Diff
}

// WriteSQLDiff writes d to w as Write does a report.
func WriteSQLDiff(w io.Writer, d sqlsample.Diff) error {
	return encode(w, sqlDiffDocument{Version: 1, Verb: "sql", Diff: d})
}
