package profile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

// maxProfile bounds a profile, packed and unpacked. The largest ones of real
// services have some ten megabytes unpacked.
const maxProfile = 128 << 20

const defaultTimeout = 30 * time.Second

// open returns the unpacked bytes of the profile that source names, and the
// name to show for it, which holds no password.
func open(ctx context.Context, source string, opt Options) (string, []byte, error) {
	u, ok := asURL(source)
	if !ok {
		data, err := readFile(source)
		return source, data, err
	}
	data, err := fetch(ctx, u, opt)
	if err != nil {
		return "", nil, fmt.Errorf("cannot fetch %s: %w", u.Redacted(), err)
	}
	return u.Redacted(), data, nil
}

// asURL returns the URL of the heap profile that source means, if it is a URL.
func asURL(source string) (*url.URL, bool) {
	u, err := url.Parse(source)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, false
	}
	switch strings.TrimSuffix(u.Path, "/") {
	case "":
		u.Path = "/debug/pprof/heap"
	default:
		if strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/debug/pprof") {
			u.Path = path.Join(u.Path, "heap")
		}
	}
	query := u.Query()
	if query.Has("debug") { // asks for text without the names of functions
		query.Del("debug")
		u.RawQuery = query.Encode()
	}
	return u, true
}

func readFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the profile: %w: %s", err, remedy)
	}
	defer file.Close()
	data, err := unpack(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the profile %s: %w", name, err)
	}
	return data, nil
}

func fetch(ctx context.Context, u *url.URL, opt Options) ([]byte, error) {
	if opt.Fetch == nil {
		return nil, errors.New("this program reads profiles from files only")
	}
	ctx, cancel := context.WithTimeout(ctx, timeout(u, opt))
	defer cancel()
	body, err := opt.Fetch(ctx, u.String())
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return unpack(body)
}

// timeout returns how long u may take: a server that is asked for the
// allocations of so many seconds takes at least those.
func timeout(u *url.URL, opt Options) time.Duration {
	limit := opt.Timeout
	if limit == 0 {
		limit = defaultTimeout
	}
	seconds, err := strconv.Atoi(u.Query().Get("seconds"))
	if err == nil && seconds > 0 && seconds < 1e6 {
		limit += time.Duration(seconds) * time.Second
	}
	return limit
}

// unpack reads a profile, compressed or not.
func unpack(r io.Reader) ([]byte, error) {
	packed, err := readAll(r)
	if err != nil {
		return nil, err
	}
	if !compressed(packed) {
		return packed, nil
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, damaged(err)
	}
	data, err := readAll(zip)
	if err != nil {
		return nil, damaged(err)
	}
	if compressed(data) {
		return nil, errors.New("it is compressed twice: unpack it once with gunzip")
	}
	return data, nil
}

func compressed(data []byte) bool { return len(data) >= 2 && data[0] == 0x1f && data[1] == 0x8b }

func damaged(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it is cut short: write or fetch it again")
	}
	return fmt.Errorf("it is damaged: %w: write or fetch it again", err)
}

// readAll is io.ReadAll with a limit.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxProfile {
		return nil, fmt.Errorf("it has more than %d MiB: no heap profile is that large",
			maxProfile>>20)
	}
	return data, nil
}
