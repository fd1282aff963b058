// Package compared shows that wring diff finds nothing between equal trees, and
// what was planted between others.
package compared

import (
	"context"

	"github.com/wring-go/wring/evaluation/bench"

	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// thirty is a module with thirty benchmarks of many kinds.
//
//go:embed testdata/thirty.go.txt
var thirty []byte

//go:embed testdata/thirty_test.go.txt
var thirtyTest []byte

// What is promised of comparing a tree with itself.
const (
	promisedBefore = 0.05 // of the verdicts on time, before correction
	promisedAfter  = 0.9  // of the comparisons without any, after it
)

// againRow is what one comparison of a tree with its copy said.
type againRow struct {
	Benchmarks int // of each comparison
	Raw        int // verdicts on time that a p below 0.05 would be
	Corrected  int // verdicts on time
	Counts     int // verdicts on counts and bytes
	Sequential int // verdicts of the U-test on runs one after the other
	// False names the benchmarks with a verdict on time, with the difference.
	False []string `json:",omitempty"`
}

// diffDoc is what is read of the document of wring diff -json.
type diffDoc struct {
	Change     string
	Benchmarks []struct {
		Package, Name string
		Metrics       []diffMetric
	}
	Sites struct{ New []diffSite }
}

type diffMetric struct {
	Unit    string
	Exact   bool
	P       float64
	RawP    float64 `json:"p_raw"`
	Verdict string
	Old     struct{ Center float64 }
	New     struct{ Center float64 }
}

type diffSite struct {
	Func, File, Type, Cause string
	Line                    int
}

// Again compares a tree with its copy, interleaved and one after the other.
func Again(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("again")
	runs := fs.Int("runs", 20, "how many comparisons, `COUNT`")
	keep := fs.String("keep", "", "add to the rows in `FILE`, which an earlier run has kept")
	benchtime := fs.Duration("benchtime", 20*time.Millisecond, "of each timed run")
	fs.Parse(args)
	rows, err := kept[againRow](*keep)
	if err != nil {
		return err
	}
	old, err := copyOfThirty(m, "thirty-1", nil)
	if err != nil {
		return err
	}
	now, err := copyOfThirty(m, "thirty-2", nil)
	if err != nil {
		return err
	}
	for range *runs {
		row, err := compareAgain(ctx, m, old, now, *benchtime)
		if err != nil {
			return err
		}
		rows = append(rows, row)
		if err := keepRows(*keep, rows); err != nil {
			return err
		}
	}
	if err := m.Describe(ctx, []string{"local"}, nil); err != nil {
		return err
	}
	return againTable(m, rows)
}

// again is one comparison in both ways.
func compareAgain(ctx context.Context, m *bench.Machine, old, now string,
	benchtime time.Duration) (againRow, error) {
	var row againRow
	doc, err := runDiff(ctx, m, "-benchtime="+benchtime.String(), old, now)
	if err != nil {
		return row, err
	}
	row.Benchmarks = len(doc.Benchmarks)
	for _, b := range doc.Benchmarks {
		for _, metric := range b.Metrics {
			judged := metric.Verdict == "worse" || metric.Verdict == "better"
			switch {
			case metric.Exact && judged:
				row.Counts++
			case metric.Exact:
			case judged:
				row.Corrected++
				row.False = append(row.False, fmt.Sprintf("%s %+.1f %%", b.Name,
					100*(metric.New.Center/metric.Old.Center-1)))
			}
			if !metric.Exact && metric.RawP < 0.05 {
				row.Raw++
			}
		}
	}
	row.Sequential, err = sequential(ctx, m, old, now, benchtime)
	return row, err
}

// sequential does what people do without wring: run all of one side, then all of
// the other, and compare with the statistics of benchstat.
func sequential(ctx context.Context, m *bench.Machine, old, now string,
	benchtime time.Duration) (int, error) {
	var files []string
	for _, dir := range []string{old, now} {
		out, err := m.Run(ctx, dir, nil, "go", "test", "-run=^$", "-bench=.", "-count=10",
			"-benchtime="+benchtime.String(), ".")
		if err != nil {
			return 0, err
		}
		name := filepath.Base(dir) + ".txt"
		if err := m.Write(name, out); err != nil {
			return 0, err
		}
		files = append(files, filepath.Join(m.Dir, name))
	}
	doc, err := runDiff(ctx, m, files...)
	verdicts := 0
	for _, b := range doc.Benchmarks {
		for _, metric := range b.Metrics {
			if metric.Unit == "sec/op" && metric.RawP < 0.05 {
				verdicts++
			}
		}
	}
	return verdicts, err
}

// diff runs wring diff. That something is worse is no failure here.
func runDiff(ctx context.Context, m *bench.Machine, args ...string) (doc diffDoc, err error) {
	out, err := m.Run(ctx, m.Dir, nil, m.Wring, append([]string{"diff", "-json"}, args...)...)
	if len(out) == 0 {
		return doc, err
	}
	return doc, json.Unmarshal(out, &doc)
}

// copyOfThirty makes a copy of the module, with its source changed.
func copyOfThirty(m *bench.Machine, name string, change func([]byte) []byte) (string, error) {
	source := thirty
	if change != nil {
		source = change(slices.Clone(thirty))
	}
	for file, data := range map[string][]byte{"thirty.go": source, "thirty_test.go": thirtyTest,
		"go.mod": []byte("module example.com/thirty\n\ngo 1.25\n")} {
		if err := m.Write(name+"/"+file, data); err != nil {
			return "", err
		}
	}
	return filepath.Join(m.Dir, name), nil
}

// againTable prints the rows and says whether the promises hold.
func againTable(m *bench.Machine, rows []againRow) error {
	t := bench.NewTable(m.Out, "run", "benchmarks", "interleaved: p < 0.05", "after correction",
		"counts or bytes", "one after the other: p < 0.05")
	var sum againRow
	clean := 0
	for i, r := range rows {
		corrected := strings.TrimSpace(fmt.Sprint(r.Corrected, " ", strings.Join(r.False, ", ")))
		t.Row(fmt.Sprint(i+1), fmt.Sprint(r.Benchmarks), fmt.Sprint(r.Raw), corrected,
			fmt.Sprint(r.Counts), fmt.Sprint(r.Sequential))
		sum.Benchmarks += r.Benchmarks
		sum.Raw += r.Raw
		sum.Corrected += r.Corrected
		sum.Counts += r.Counts
		sum.Sequential += r.Sequential
		if r.Corrected == 0 {
			clean++
		}
	}
	share := func(n int) string {
		return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(max(1, sum.Benchmarks)))
	}
	t.Row("all", bench.Count(sum.Benchmarks), share(sum.Raw),
		fmt.Sprintf("%d; none in %d of %d runs", sum.Corrected, clean, len(rows)),
		fmt.Sprint(sum.Counts), share(sum.Sequential))
	t.End()
	if float64(sum.Raw) > promisedBefore*float64(sum.Benchmarks) ||
		float64(clean) < promisedAfter*float64(len(rows)) || sum.Counts > 0 {
		return bench.ErrBroken
	}
	return nil
}

// kept reads the rows that an earlier run has kept; none without a file.
func kept[T any](name string) (rows []T, err error) {
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return rows, json.Unmarshal(data, &rows)
}

// keepRows writes the rows for a later run: a long measurement can be made in
// parts.
func keepRows[T any](name string, rows []T) error {
	if name == "" {
		return nil
	}
	data, err := json.MarshalIndent(rows, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o666)
}
