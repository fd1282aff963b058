package accesslog

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/pathshape"
)

// summary is what was read of a log in one line for each fact.
func summary(t *testing.T, b *Books, err error) string {
	t.Helper()
	rep := b.Report(pathshape.Options{})
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %d lines, %d booked\n", rep.Format, rep.Lines, rep.Booked)
	sum := rep.Booked
	for _, k := range rep.NotUnderstood {
		fmt.Fprintf(&out, "%s %d, first %d\n", k.Kind, k.Count, k.First.Line)
		sum += k.Count
	}
	if sum != rep.Lines {
		t.Errorf("%d lines, and %d accounted for", rep.Lines, sum)
	}
	for _, r := range rep.Routes {
		fmt.Fprintf(&out, "%s %d %.6g s %d B %v\n", r.Name, r.Count, r.Seconds(), r.Bytes,
			r.Status[2:])
	}
	if err != nil {
		fmt.Fprintf(&out, "error: %v\n", err)
	}
	return out.String()
}

func readText(t *testing.T, text string, opt Options) string {
	t.Helper()
	b := NewBooks(By{}, nil)
	return summary(t, b, b.Read(context.Background(), strings.NewReader(text), "log", opt))
}

// TestFormats reads the same two requests in each format.
func TestFormats(t *testing.T) {
	const nginx = `10.0.0.1 - - [20/Nov/2026:10:00:00 +0000] "GET /a/1?x=2 HTTP/1.1" 200 512 ` +
		`"-" "a \"b\""`
	for _, c := range []struct {
		name, format string
		opt          Options
		text         string
	}{
		{name: "ltsv", format: "ltsv", text: "time:20/Nov/2026:10:00:00 +0000\tmethod:GET\t" +
			"uri:/a/1?x=2\tstatus:200\tsize:512\treqtime:0.250\n"},
		{name: "ltsv with microseconds", format: "ltsv", text: "time:[20/Nov/2026:10:00:00 +0000]" +
			"\treq:GET /a/1 HTTP/1.1\tstatus:200\tsize:512\treqtime_microsec:250000\n"},
		{name: "json", format: "json", text: `{"time":"2026-11-20T10:00:00Z","method":"GET",` +
			`"uri":"\/a\/1?x=2","status":200,"body_bytes":512,"response_time":0.25}` + "\n"},
		{name: "json of nginx, all text", format: "json", text: `{"time_local":"20/Nov/2026:` +
			`10:00:00 +0000","request":"GET /a/1 HTTP/1.1","status":"200",` +
			`"body_bytes_sent":"512","request_time":"0.250"}` + "\n"},
		{name: "json with unusual names", format: "json", opt: Options{
			Map: map[string]string{"dauer": "time", "req.was": "path"}},
			text: `{"req": {"was": "/a/1", "method": "GET"}, "status": 200, "size": 512, ` +
				`"dauer": 0.25}` + "\n"},
		{name: "json of echo", format: "json", text: `{"time":"2026-11-20T10:00:00.1Z",` +
			`"remote_ip":"10.0.0.1","method":"GET","uri":"/a/1","status":200,` +
			`"latency":250000000,"latency_human":"250ms","bytes_in":0,"bytes_out":512}` + "\n"},
		{name: "json of pino", format: "json", text: `{"level":30,"time":1795168800000,` +
			`"req":{"method":"GET","url":"/a/1","headers":{"status":"x"}},` +
			`"res":{"statusCode":200},"responseTime":250,"contentLength":512}` + "\n"},
		{name: "caddy", format: "caddy", text: `{"level":"info","ts":1795168800.5,"logger":` +
			`"http.log.access","request":{"remote_ip":"10.0.0.1","method":"GET","host":"h",` +
			`"uri":"/a/1","headers":{"User-Agent":["curl"]}},"duration":2.5e-01,"size":512,` +
			`"status":200,"resp_headers":{}}` + "\n"},
		{name: "combined and a time", format: "combined", text: nginx + " 0.250\n"},
		{name: "combined and more", format: "combined", text: nginx + ` "1.2.3.4, 5.6.7.8" 77 ` +
			"0.250 0.100, 0.150 .\n"},
		{name: "combined and names", format: "combined", text: nginx +
			` rt=0.250 uct="0.000" urt="0.240"` + "\n"},
		{name: "common and microseconds", format: "common", text: `10.0.0.1 - bob ` +
			`[20/Nov/2026:10:00:00 +0000] "GET /a/1 HTTP/1.1" 200 512 250000` + "\n"},
		{name: "log_format", format: "pattern", opt: Options{Format: `log_format main ` +
			`'$remote_addr [$time_iso8601] "$request_method $uri" '` + "\n" +
			`'$status/$body_bytes_sent in $request_time';`},
			text: `10.0.0.1 [2026-11-20T10:00:00+00:00] "GET /a/1" 200/512 in 0.250` + "\n"},
		{name: "LogFormat", format: "pattern", opt: Options{
			Format: `LogFormat "%h %l %u %t \"%r\" %>s %b %{ms}T" mine`},
			text: `10.0.0.1 - - [20/Nov/2026:10:00:00 +0000] "GET /a/1 HTTP/1.1" 200 512 ` +
				"250\n"},
		{name: "LogFormat with a path", format: "pattern", opt: Options{
			Format: `%t %m %U%q %>s %B %D`},
			text: `[20/Nov/2026:10:00:00 +0000] GET /a/1?x=2 200 512 250000` + "\n"},
		{name: "envoy", format: "envoy", text: `[2026-11-20T10:00:00.123Z] "GET /a/1 HTTP/1.1" ` +
			`200 - 0 512 250 249 "10.0.0.1" "curl" "id" "host" "10.1.1.1:80"` + "\n"},
		{name: "istio", format: "envoy", text: `[2026-11-20T10:00:00.123Z] "GET /a/1 HTTP/1.1" ` +
			`200 - via_upstream - "-" 0 512 250 249 "-" "curl" "id" "host" "10.1.1.1:80"` + "\n"},
		{name: "tabs and a header", format: "tsv", text: "at\tmethod\tpath\tstatus\tbytes\ttime\n" +
			"2026-11-20 10:00:00\tGET\t/a/1\t200\t512\t0.250\n"},
		{name: "tabs and -fields", format: "tsv", opt: Options{
			Fields: strings.Split("at,method,path,status,bytes,time", ",")},
			text: "2026-11-20 10:00:00\tGET\t/a/1\t200\t512\t0.250\n"},
		{name: "w3c", format: "tsv", text: "#Version: 1.0\n#Fields: date time cs-method " +
			"cs-uri-stem cs-uri-query sc-status sc-bytes time-taken\n" +
			"2026-11-20 10:00:00 GET /a/1 x=2 200 512 250\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := strings.SplitAfter(c.text, "\n")
			last := lines[len(lines)-2]
			text := c.text + strings.ReplaceAll(last, "/a/1", "/a/2")
			got := readText(t, text, c.opt)
			if !strings.HasPrefix(got, c.format+": ") ||
				!strings.Contains(got, "GET /a/{id} 2 0.5 s 1024 B [2 0 0 0]\n") {
				t.Errorf("read as:\n%s", got)
			}
		})
	}
}

// TestKinds plants each kind of bad line among good ones: all are counted, under
// their own kind, with their line.
func TestKinds(t *testing.T) {
	const good = "time:20/Nov/2026:10:00:00 +0000\tmethod:GET\turi:/\tstatus:200\tsize:5\t" +
		"reqtime:0.1\tvhost:h\n"
	for kind, line := range map[string]string{
		"empty-line":   "  \n",
		"binary":       "\x00\x01\x02\xff\n",
		"too-long":     "uri:/" + strings.Repeat("x", 10<<20) + "\n",
		"cut":          "time:20/Nov/2026:10:00:00 +0000\tmethod:GET\turi:/po\n",
		"other-format": `{"method":"GET","uri":"/","status":200,"reqtime":0.1}` + "\n",
		"malformed":    "starting nginx\n",
		"no-request":   strings.Replace(good, "uri:/", "uri:-", 1),
		"no-time":      strings.Replace(good, "reqtime:0.1", "reqtime:-", 1),
		"bad-time":     strings.Replace(good, "reqtime:0.1", "reqtime:-3", 1),
	} {
		text := strings.Repeat(good, 9) + line + good
		got := readText(t, text, Options{})
		want := fmt.Sprintf("ltsv: 11 lines, 10 booked\n%s 1, first 10\nGET / 10 1 s 50 B "+
			"[10 0 0 0]\n", kind)
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", kind, got, want)
		}
	}
}

// TestMixture: two alternating formats are an error, and nothing that was read
// is lost.
func TestMixture(t *testing.T) {
	text := strings.Repeat("method:GET\turi:/\tstatus:200\treqtime:0.1\n"+
		`{"method":"GET","uri":"/","status":200,"reqtime":0.1}`+"\n", 20)
	got := readText(t, text, Options{})
	if !strings.Contains(got, "40 lines, 20 booked") || !strings.Contains(got, "a mixture") {
		t.Error(got)
	}
	got = readText(t, "this is\nno log\n", Options{})
	if !strings.Contains(got, "unknown: 2 lines, 0 booked\nmalformed 2") ||
		!strings.Contains(got, "not an access log") {
		t.Error(got)
	}
}

// TestOrderAndShards: a log says the same whatever the order of its lines, and
// when it is read in parts whose sums are saved, loaded and added up. The last
// case has more paths than fit.
func TestOrderAndShards(t *testing.T) {
	for _, paths := range []int{300, 70_000} {
		if paths > maxKeys && testing.Short() {
			t.Skip("reads 280,000 lines")
		}
		n := 20_000
		if paths > n {
			n = paths
		}
		r := rand.New(rand.NewPCG(1, uint64(paths)))
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprintf("time:20/Nov/2026:10:%02d:%02d +0000\thost:10.0.0.%d"+
				"\tmethod:GET\turi:/%s/%d/x%d?p=%d\tstatus:%d\tsize:%d\treqtime:%.3f",
				r.IntN(60), r.IntN(60),
				r.IntN(9), []string{"a", "b"}[r.IntN(2)], r.IntN(paths), r.IntN(20), i,
				200+r.IntN(3)*100, r.IntN(5000), r.ExpFloat64())
		}
		one := books(t, lines)
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		other := books(t, lines)
		if paths > maxKeys && one.level == 0 {
			t.Error("the bound was not hit")
		}
		if a, b := facts(one), facts(other); a != b {
			t.Errorf("%d paths: the order matters:\n%s\n%s", paths, a, b)
		}
		sum := NewBooks(By{}, nil)
		for i := range 3 {
			part := saveAndLoad(t, books(t, lines[i*n/3:(i+1)*n/3]))
			if err := sum.Merge(part); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := facts(other), facts(sum); a != b {
			t.Errorf("%d paths: in parts it says something else:\n%s\n%s", paths, a, b)
		}
	}
}

func books(t *testing.T, lines []string) *Books {
	t.Helper()
	b := NewBooks(By{}, nil)
	text := strings.NewReader(strings.Join(lines, "\n"))
	if err := b.Read(context.Background(), text, "log", Options{}); err != nil {
		t.Fatal(err)
	}
	return b
}

// facts is all of a report but single lines.
func facts(b *Books) string {
	rep := b.Report(pathshape.Options{})
	var out strings.Builder
	fmt.Fprintln(&out, rep.Lines, rep.Booked, rep.Variables, rep.Series, b.level)
	for _, r := range rep.Routes {
		fmt.Fprintln(&out, r.Name, r.Tally, r.Cells)
		if r.Tail != nil {
			fmt.Fprintln(&out, *r.Tail)
		}
	}
	for _, s := range rep.Slowest {
		fmt.Fprintln(&out, s.Nanos)
	}
	return out.String()
}

func saveAndLoad(t *testing.T, b *Books) *Books {
	t.Helper()
	var file bytes.Buffer
	if err := b.Save(&file); err != nil {
		t.Fatal(err)
	}
	r, err := decompress(&file, io.NopCloser(nil))
	if err != nil {
		t.Fatal(err)
	}
	loaded, _, ok, err := Load(r)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return loaded
}

// FuzzRead: for any input the lines read are those booked and those named.
func FuzzRead(f *testing.F) {
	for _, format := range []string{"ltsv", "json", "combined"} {
		f.Add(benchmarkLog(format)[:3000])
	}
	f.Add([]byte("a\tpath\tstatus\n1\t/\t200\n\n\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b := NewBooks(By{}, nil)
		err := b.Read(context.Background(), bytes.NewReader(data), "log", Options{})
		summary(t, b, err)
		want := bytes.Count(data, []byte{'\n'})
		if n := len(data); n > 0 && data[n-1] != '\n' {
			want++
		}
		if b.Lines != uint64(want) {
			t.Errorf("%d lines were read of %d", b.Lines, want)
		}
	})
}
