package profile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxProfile bounds a profile, packed and unpacked. The largest ones of real
// services have some ten megabytes unpacked.
const maxProfile = 128 << 20

// open returns the unpacked bytes of the profile that source names, and the
// name to show for it, which holds no password.
func open(ctx context.Context, source string, opt Options) (string, []byte, error) {
	if !isURL(source) {
		data, err := readFile(source)
		return source, data, err
	}
	if opt.Fetch == nil {
		return "", nil, errors.New("a profile has a URL, and this program reads them from " +
			"files only: fetch it and give the file")
	}
	name, data, err := fetch(ctx, source, opt)
	if err != nil {
		return "", nil, fmt.Errorf("cannot fetch %s: %w", name, err)
	}
	return name, data, nil
}

func isURL(source string) bool {
	scheme, _, ok := strings.Cut(source, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
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

func fetch(ctx context.Context, source string, opt Options) (name string, _ []byte, _ error) {
	name, body, err := opt.Fetch(ctx, source)
	if err != nil {
		return name, nil, err
	}
	defer body.Close()
	data, err := unpack(body)
	return name, data, err
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
