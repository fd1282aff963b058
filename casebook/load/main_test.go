package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// server answers after two milliseconds, with the status that the path asks for.
func server(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(2 * time.Millisecond)
		if r.URL.Path == "/broken" {
			w.WriteHeader(http.StatusInternalServerError)
		}
		io.WriteString(w, "hello")
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// short is flags with which a run takes a moment.
func short(more ...string) []string {
	return append([]string{"-d", "400ms", "-warmup", "100ms", "-quiet"}, more...)
}

// TestText runs each kind of schedule as a user does.
func TestText(t *testing.T) {
	t.Parallel()
	url := server(t)
	log := filepath.Join(t.TempDir(), "access.log")
	lines := strings.Repeat("time:2025-10-10T13:55:36.5+09:00\n", 5) +
		"time:2025-10-10T13:55:37+09:00\n"
	if err := os.WriteFile(log, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-rate", "100"}, "intended           30        100.0/s"},
		{[]string{"-rate", "100", "-poisson"}, "open model"},
		{[]string{"-ramp", "0:200"}, "open model"},
		{[]string{"-steps", "50,100"}, "open model"},
		{[]string{"-closed", "3"}, "closed model, 0."},
		{[]string{"-arrivals", log, "-warmup", "0"}, "intended            6"},
	} {
		var out bytes.Buffer
		err := run(t.Context(), append(short(c.args...), url), &out, io.Discard)
		if err != nil && !errors.Is(err, errNo) { // a busy machine may make it refuse
			t.Fatal(err)
		}
		text := out.String()
		if !strings.Contains(text, c.want) || !strings.Contains(text, "µs per request") {
			t.Errorf("%v: want %q in\n%s", c.args, c.want, out.String())
		}
	}
}

// TestFailed wants a server's failures in the text and in the way it ends.
func TestFailed(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := run(t.Context(), short("-rate", "50", server(t)+"/broken"), &out, io.Discard)
	if !errors.Is(err, errNo) || !strings.Contains(out.String(), "status 500            15") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestJSONMerge lets two runs be added up from what they print, draws the sum and
// wants the picture to be XML.
func TestJSONMerge(t *testing.T) {
	t.Parallel()
	url, dir := server(t), t.TempDir()
	var files []string
	for _, name := range []string{"a", "b"} {
		var out bytes.Buffer
		err := run(t.Context(), short("-rate", "100", "-json", url), &out, io.Discard)
		if err != nil && !errors.Is(err, errNo) {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(dir, name))
		if err := os.WriteFile(files[len(files)-1], out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	picture := filepath.Join(dir, "latency.svg")
	var out bytes.Buffer
	args := append([]string{"-merge", "-json", "-svg", picture}, files...)
	if err := run(t.Context(), args, &out, io.Discard); err != nil && !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	var doc struct {
		Version, Completed, Machines int
		Quantiles                    []struct{ Name string }
		Refused                      []string
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != 1 || doc.Completed != 60 || doc.Machines != 2 || len(doc.Quantiles) != 5 ||
		doc.Refused == nil {
		t.Errorf("%+v", doc)
	}
	data, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	err = xml.Unmarshal(data, new(struct{}))
	if err != nil || bytes.Contains(data, []byte("NaN")) {
		t.Errorf("%v in\n%s", err, data)
	}
}

// TestAgain compares a server with itself.
func TestAgain(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	args := short("-rate", "50", "-aa", server(t))
	if err := run(t.Context(), args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "latency p99") || !strings.Contains(out.String(), " %") {
		t.Errorf("%s", out.String())
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"http://a/", "http://b/"}, {"-nope", "http://a/"},
		{"-ramp", "9", "http://a/"}, {"-steps", "1,x", "http://a/"}, {"-rate", "0", "http://a/"},
		{"-d", "1s", "-warmup", "1s", "http://a/"}, {"-arrivals", "/no/such", "http://a/"},
		{"-H", "no colon", "http://a/"}, {"-body", "@/no/such", "http://a/"}, {"-merge"},
		{"-merge", "main.go"}, {"http://127.0.0.1:1/"}, {"nonsense"},
		{"-threads", "-1", "http://a/"}} {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out, io.Discard); err == nil || errors.Is(err, errNo) ||
			out.Len() > 0 {
			t.Errorf("%q: %v, and %q", args, err, out.Bytes())
		}
	}
}
