package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are what the scripts can do besides testscript's own commands.
//
//	exits CODE command...    run it; it must end with exactly this code. In its
//	                         output $WORK, $GOROOT and $GOVERSION stand for
//	                         themselves, so that cmp can compare it.
//	json FILE PATH WANT      FILE is one JSON document, version 1, without null;
//	                         the values at PATH, separated by spaces, are WANT.
//	                         PATH is keys and indices joined by dots; * is every
//	                         element, len the number of them.
//	pick FILE PATH           print the values at PATH, each on a line of its own
//	balanced FILE            the document's books balance: the sites hold what
//	                         the benchmarks hold, and nothing is unaccounted
//	labelled FILE            the rows by labels hold what the benchmarks hold, each of
//	                         them as types, causes and sites, and all requests
//	totals FILE              set OBJECTS and BYTES to what the benchmarks hold
//	serve VAR FILE           serve the folder of FILE at the address that VAR is set
//	                         to; what is called never does not answer, and secret
//	                         asks for a login
//	stamp FILE...            make Go files new, so that nothing is built of them yet
//	cut FILE BYTES           cut a file to its first BYTES bytes
//	proven FILE BENCH N M    what fix -json printed is proven: BENCH allocated at least
//	                         N objects per operation and now allocates at most M
//	sarif FILE               FILE is valid by the schema of SARIF 2.1.0
func commands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"exits": cmdExits, "json": cmdJSON, "pick": cmdPick, "balanced": cmdBalanced,
		"labelled": cmdLabelled,
		"totals":   cmdTotals, "stamp": cmdStamp, "serve": cmdServe, "cut": cmdCut,
		"proven": cmdProven, "sarif": cmdSARIF, "lines": cmdLines,
	}
}

// condition adds [traces]: whether the exact tracer runs here; [mounts]: whether a
// script may mount a file system for itself with unshare -rm; and [raced]: whether wring
// runs under the race detector.
func condition(cond string) (bool, error) {
	switch cond {
	case "traces":
		return runtime.GOOS == "linux", nil
	case "mounts":
		mount := exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", os.TempDir())
		return mount.Run() == nil, nil
	case "raced":
		info, ok := debug.ReadBuildInfo()
		return ok && slices.Contains(info.Settings,
			debug.BuildSetting{Key: "-race", Value: "true"}), nil
	}
	return false, fmt.Errorf("unknown condition %q", cond)
}

// shown is the key of the *strings.Replacer that makes output the same on each
// machine.
type shown struct{}

func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
	r := ts.Value(shown{}).(*strings.Replacer)
	fmt.Fprint(ts.Stdout(), r.Replace(ts.ReadFile("stdout")))
	fmt.Fprint(ts.Stderr(), r.Replace(ts.ReadFile("stderr")))
}

func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH WANT")
	}
	doc := document(ts, args[0])
	values, err := at(doc, strings.Split(args[1], "."))
	ts.Check(err)
	if got := strings.Join(values, " "); got != args[2] {
		ts.Fatalf("%s is %q, want %q", args[1], got, args[2])
	}
}

func cmdPick(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: pick FILE PATH")
	}
	values, err := at(document(ts, args[0]), strings.Split(args[1], "."))
	ts.Check(err)
	for _, v := range values {
		fmt.Fprintln(ts.Stdout(), strings.TrimSuffix(v, "\n"))
	}
}

// document parses a file that must hold one document as -json prints it.
func document(ts *testscript.TestScript, file string) map[string]any {
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
	dec.UseNumber()
	var doc map[string]any
	ts.Check(dec.Decode(&doc))
	if dec.More() {
		ts.Fatalf("%s: something follows the document", file)
	}
	if fmt.Sprint(doc["version"]) != "1" {
		ts.Fatalf("%s: version %v", file, doc["version"])
	}
	if where := null(doc); where != "" {
		ts.Fatalf("%s: %s is null", file, where)
	}
	return doc
}

// null returns the path of the first null in v, or "".
func null(v any) string {
	switch v := v.(type) {
	case nil:
		return "."
	case []any:
		for i, e := range v {
			if where := null(e); where != "" {
				return fmt.Sprintf("[%d]%s", i, where)
			}
		}
	case map[string]any:
		for key, e := range v {
			if where := null(e); where != "" && key != "differential" { // null with a reason
				return "." + key + where
			}
		}
	}
	return ""
}

// at returns the values at a path below v.
func at(v any, path []string) ([]string, error) {
	if len(path) == 0 {
		return []string{fmt.Sprint(v)}, nil
	}
	key, rest := path[0], path[1:]
	switch v := v.(type) {
	case map[string]any:
		e, ok := v[key]
		if !ok {
			return nil, fmt.Errorf("no %q in the document", key)
		}
		return at(e, rest)
	case []any:
		if key == "len" {
			return []string{fmt.Sprint(len(v))}, nil
		}
		i, err := strconv.Atoi(key)
		if key == "*" {
			return atAll(v, rest)
		}
		if err != nil || i >= len(v) {
			return nil, fmt.Errorf("no element %q of %d", key, len(v))
		}
		return at(v[i], rest)
	}
	return nil, fmt.Errorf("nothing below %v is called %q", v, key)
}

func atAll(list []any, path []string) ([]string, error) {
	var all []string
	for _, e := range list {
		values, err := at(e, path)
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	return all, nil
}

func cmdBalanced(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: balanced FILE")
	}
	document(ts, args[0])
	var doc struct {
		Exact      bool
		Benchmarks []struct {
			Name               string
			Objects, Bytes     uint64
			RuntimeObjects     uint64 `json:"runtime_objects"`
			RuntimeBytes       uint64 `json:"runtime_bytes"`
			UnaccountedObjects int64  `json:"unaccounted_objects"`
			UnaccountedBytes   int64  `json:"unaccounted_bytes"`
		}
		Sites []struct {
			Objects, Bytes uint64
			Sizes          []struct{ Charged, Objects uint64 }
		}
	}
	ts.Check(json.NewDecoder(bytes.NewReader([]byte(ts.ReadFile(args[0])))).Decode(&doc))
	if !doc.Exact || len(doc.Benchmarks) == 0 {
		ts.Fatalf("exact is %t, and there are %d benchmarks", doc.Exact, len(doc.Benchmarks))
	}
	var objects, bytes, booked, charged uint64
	for _, b := range doc.Benchmarks {
		if b.Objects != b.RuntimeObjects || b.Bytes != b.RuntimeBytes {
			ts.Fatalf("%s: booked %d objects with %d bytes; the runtime counted %d with %d",
				b.Name, b.Objects, b.Bytes, b.RuntimeObjects, b.RuntimeBytes)
		}
		objects, bytes = objects+b.Objects, bytes+b.Bytes
	}
	for i, s := range doc.Sites {
		booked, charged = booked+s.Objects, charged+s.Bytes
		for _, z := range s.Sizes {
			s.Objects -= z.Objects
			s.Bytes -= z.Objects * z.Charged
		}
		if s.Objects != 0 || s.Bytes != 0 {
			ts.Fatalf("the sizes of site %d do not add up", i)
		}
	}
	if objects != booked || bytes != charged {
		ts.Fatalf("the benchmarks hold %d objects with %d bytes, the sites %d with %d",
			objects, bytes, booked, charged)
	}
}

func cmdTotals(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: totals FILE")
	}
	doc := document(ts, args[0])
	for _, what := range []string{"objects", "bytes"} {
		values, err := at(doc, []string{"benchmarks", "*", what})
		ts.Check(err)
		sum := 0
		for _, v := range values {
			n, err := strconv.Atoi(v)
			ts.Check(err)
			sum += n
		}
		ts.Setenv(strings.ToUpper(what), strconv.Itoa(sum))
	}
}

func cmdServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: serve VAR FILE")
	}
	files := http.FileServer(http.Dir(filepath.Dir(ts.MkAbs(args[1]))))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/never":
			<-r.Context().Done()
		case "/secret":
			http.Error(w, "who are you?", http.StatusUnauthorized)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	ts.Defer(server.Close)
	ts.Setenv(args[0], server.Listener.Addr().String())
}

func cmdStamp(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := fmt.Sprintf("%s\n// %d\n", ts.ReadFile(name), time.Now().UnixNano())
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

func cmdCut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE BYTES")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}
