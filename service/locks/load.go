package locks

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wring-go/wring/service/stackdump"
)

// Dump is what one target holds.
type Dump struct {
	Name       string
	Goroutines []*stackdump.Goroutine
	Summary    stackdump.Summary
	// Mutex and Block tell whether the process profiles its mutexes and what
	// blocks: "on", "off", or "" where that is not known.
	Mutex, Block string
	// Contention holds the lines of these profiles, where the process has any.
	Contention []Contention
}

// Load reads a dump from a file, from standard input if target is "-", from the
// pprof endpoint of a URL, or from that of a process by its id.
func Load(ctx context.Context, target string, stdin io.Reader) (Dump, error) {
	switch pid, err := strconv.Atoi(target); {
	case err == nil && pid > 0:
		return loadProcess(ctx, pid)
	case strings.HasPrefix(target, "http://"), strings.HasPrefix(target, "https://"):
		return loadURL(ctx, target)
	case target == "-":
		return load("standard input", stdin)
	}
	f, err := os.Open(target)
	if err != nil {
		return Dump{}, fmt.Errorf("%s cannot be read: %w; give a file with a dump of "+
			"goroutines, the URL of a pprof endpoint, or a process id", target, reason(err))
	}
	defer f.Close()
	return load(target, f)
}

func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// load reads a dump, compressed or not.
func load(name string, r io.Reader) (Dump, error) {
	d := Dump{Name: name}
	in := bufio.NewReaderSize(r, 64<<10)
	head, err := in.Peek(2)
	if err == nil && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return d, fmt.Errorf("%s cannot be decompressed: %w", name, err)
		}
		in = bufio.NewReaderSize(z, 64<<10)
	}
	head, _ = in.Peek(4096)
	kept := bytes.Clone(head)
	if bytes.HasPrefix(kept, []byte("\x7fELF")) { // its memory may hold parts of a dump
		return d, fmt.Errorf("%s holds no goroutine: %s", name, looksLike(kept))
	}
	d.Summary, err = stackdump.Read(in, func(g *stackdump.Goroutine) {
		d.Goroutines = append(d.Goroutines, g)
	})
	if err != nil {
		return d, fmt.Errorf("%s cannot be read: %w", name, reason(err))
	}
	if len(d.Goroutines) == 0 {
		return d, fmt.Errorf("%s holds no goroutine: %s", name, looksLike(kept))
	}
	return d, nil
}

// looksLike says what an input is that is no dump, and what to do about it.
func looksLike(head []byte) string {
	text := strings.TrimSpace(string(head))
	for _, kind := range []struct{ mark, says string }{
		{"\x7fELF", "it is a core or program file; get a dump with kill -QUIT or " +
			"/debug/pprof/goroutine?debug=2"},
		{"Full thread dump", "it is a thread dump of Java, not of Go"},
		{"java.lang.Thread", "it is a thread dump of Java, not of Go"},
		{"Traceback (most recent call last)", "it is a traceback of Python, not of Go"},
		{"<html", "it is a page of HTML; is /debug/pprof/ served at this address?"},
		{"<HTML", "it is a page of HTML; is /debug/pprof/ served at this address?"},
		{"<!DOCTYPE", "it is a page of HTML; is /debug/pprof/ served at this address?"},
		{"<!doctype", "it is a page of HTML; is /debug/pprof/ served at this address?"},
		{"goroutine\x12", "it is a profile; get the text with debug=2"},
		{"heap profile:", "it is a heap profile; get /debug/pprof/goroutine?debug=2"},
		{"--- mutex:", "it is a mutex profile; get /debug/pprof/goroutine?debug=2"},
		{"--- contention:", "it is a block profile; get /debug/pprof/goroutine?debug=2"},
	} {
		if strings.Contains(text, kind.mark) {
			return kind.says
		}
	}
	if text == "" {
		return "it is empty"
	}
	if bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) {
		return "it is no text but binary, as a profile of pprof is; get a dump with kill -QUIT " +
			"or /debug/pprof/goroutine?debug=2"
	}
	return `no line begins with "goroutine N [state]:", as Go prints it`
}

// loadURL reads the dump of a process from its pprof endpoint, and whether the
// profiles of mutexes and blocking are on.
func loadURL(ctx context.Context, target string) (Dump, error) {
	base, err := endpoint(target)
	if err != nil {
		return Dump{}, err
	}
	body, err := get(ctx, base+"goroutine?debug=2")
	if err != nil {
		return Dump{}, err
	}
	defer body.Close()
	d, err := load(target, body)
	if err != nil {
		return d, err
	}
	var mutex, block []Contention
	d.Mutex, mutex = contention(ctx, base+"mutex?debug=1", "mutex")
	d.Block, block = contention(ctx, base+"block?debug=1", "block")
	d.Contention = append(mutex, block...)
	labelled(ctx, base+"goroutine?debug=1", d.Goroutines)
	return d, nil
}

// endpoint returns the address of the folder of profiles: /debug/pprof/ unless
// the target names it or one of its profiles.
func endpoint(target string) (string, error) {
	u, err := url.Parse(target)
	if err != nil || u.Host == "" {
		return "", fmt.Errorf("%s is no address: give http://HOST:PORT", target)
	}
	u.RawQuery, u.Fragment = "", ""
	if i := strings.Index(u.Path, "/pprof"); i >= 0 {
		u.Path = u.Path[:i] + "/pprof/"
	} else {
		u.Path = strings.TrimSuffix(u.Path, "/") + "/debug/pprof/"
	}
	return u.String(), nil
}

func get(ctx context.Context, address string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("%s does not answer: %w", address, withoutURL(err))
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		cancel()
		return nil, fmt.Errorf("%s answers %s: is net/http/pprof served there?", address,
			resp.Status)
	}
	return body{resp.Body, cancel}, nil
}

func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// body ends the time limit of a request when it is closed.
type body struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b body) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// labelled gives goroutines the labels that the form of debug=1 shows, where all
// goroutines with the same stack have the same.
func labelled(ctx context.Context, address string, list []*stackdump.Goroutine) {
	in, err := get(ctx, address)
	if err != nil {
		return
	}
	defer in.Close()
	labels := map[string][]stackdump.Label{}
	mixed := map[string]bool{}
	_, err = stackdump.Read(in, func(g *stackdump.Goroutine) {
		key := stackKey(g)
		if old, ok := labels[key]; ok && fmt.Sprint(old) != fmt.Sprint(g.Labels) {
			mixed[key] = true
		}
		labels[key] = g.Labels
	})
	if err != nil {
		return
	}
	for _, g := range list {
		if key := stackKey(g); len(g.Labels) == 0 && !mixed[key] {
			g.Labels = labels[key]
		}
	}
}

// stackKey is equal for equal stacks, without the frames of the runtime, which
// one form shows and the other does not.
func stackKey(g *stackdump.Goroutine) string {
	var b strings.Builder
	for _, f := range g.Frames {
		if !strings.HasPrefix(f.Func, "runtime.") {
			fmt.Fprintf(&b, "%s:%d\n", f.Func, f.Line)
		}
	}
	return b.String()
}
