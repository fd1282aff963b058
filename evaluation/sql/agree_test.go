package main

import (
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/sqltext"
	"github.com/wring-go/wring/service/mysqltext"
)

// TestTwoScannersAgree proves that the kit replaces exactly what the profiler's
// lexer calls a parameter: docs/decisions/0019 says why there are two of them.
func TestTwoScannersAgree(t *testing.T) {
	data, err := os.ReadFile("../../service/mysqltext/testdata/mysql.txt")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if text, err := strconv.Unquote(line); err == nil {
			line = text
		}
		compared += agree(t, line)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		g := &grammar{r: r}
		g.statement()
		compared += agree(t, marked(g.text()))
	}
	if compared < 2000 {
		t.Errorf("only %d statements were compared", compared)
	}
}

// marked puts a parameter in the place of each number of one digit.
func marked(text string) string {
	return strings.NewReplacer(" 1 ", " ? ", " 7", " ?", "(1)", "(?)", "1,", "?,").Replace(text)
}

func agree(t *testing.T, text string) int {
	t.Helper()
	var args []driver.Value
	var scan mysqltext.Scanner
	scan.Reset([]byte(text), mysqltext.Options{})
	for tok := scan.Next(); tok.Kind != mysqltext.End; tok = scan.Next() {
		if text[tok.Start:tok.End] == "?" && tok.Kind == mysqltext.Param {
			args = append(args, int64(4711))
		}
	}
	out, err := sqltext.Append(nil, text, args, sqltext.Options{})
	if errors.Is(err, sqltext.ErrComment) {
		return 0 // the kit refuses what the profiler must read
	}
	if err != nil {
		t.Errorf("%q: %d parameters, and the kit says %v", text, len(args), err)
		return 0
	}
	if n := strings.Count(string(out), "4711") - strings.Count(text, "4711"); n != len(args) {
		t.Errorf("%q: %d of %d parameters are replaced in %q", text, n, len(args), out)
	}
	var f mysqltext.Fingerprinter
	if a, b := f.Append(nil, []byte(text)), f.Append(nil, out); string(a) != string(b) {
		t.Errorf("%q has the fingerprint %q, and filled in %q", text, a, b)
	}
	return 1
}
