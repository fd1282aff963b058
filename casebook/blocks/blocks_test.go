package blocks

import (
	"html"
	"strings"
	"testing"

	"al.essio.dev/pkg/shellescape"
	"github.com/dustin/go-humanize"
	"github.com/go-logfmt/logfmt"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/wring-go/wring/kit/appendfmt"
)

// TestSameAnswers compares what is compared for time, so that the same work is
// measured.
func TestSameAnswers(t *testing.T) {
	line, err := logfmt.MarshalKeyvals("msg", prose)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]string{
		"segmentio": {string(appendfmt.JSON(nil, prose)),
			string(segmentio.AppendEscape(nil, prose, segmentio.EscapeHTML))},
		"html":    {string(appendfmt.HTML(nil, prose)), html.EscapeString(prose)},
		"Comma":   {string(appendfmt.Thousands(nil, 1234567, ",")), humanize.Comma(1234567)},
		"IBytes":  {string(appendfmt.Size(nil, 1536)), humanize.IBytes(1536)},
		"shell":   {string(appendfmt.Shell(nil, "two words")), shellescape.Quote("two words")},
		"sqlText": {string(appendfmt.SQLStandard(nil, prose)), string(sqlText(nil, prose))},
		"sqlBytes": {string(appendfmt.SQLStandard(nil, prose)),
			string(sqlBytes(nil, []byte(prose)))},
		"logfmt": {string(appendfmt.Logfmt([]byte("msg="), prose)), string(line)},
	} {
		// go-logfmt escapes < > and & as JSON does; the words are the same.
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
		if c[0] != c[1] && plain.Replace(c[1]) != c[0] {
			t.Errorf("%s:\n%s\n%s", name, c[0], c[1])
		}
	}
}

func TestCases(t *testing.T) {
	for _, c := range Cases() {
		for _, v := range c.Versions {
			if err := v.Run(1); err != nil {
				t.Errorf("%s: %s: %v", c.Name, v.Name, err)
			}
		}
	}
}
