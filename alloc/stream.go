package alloc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxList bounds the lists of a record. An empty element costs three bytes in
// a file and up to a hundred in memory, so the bound on bytes is not enough.
const maxList = 8 << 20

// decodeRecord decodes the JSON document of a record, element by element: the
// document is never in memory as a whole. It reads r to its end, so that a
// checksum at the end is verified.
func decodeRecord(r io.Reader) (*Record, error) {
	dec := json.NewDecoder(r)
	if err := expect(dec, '{', "the document"); err != nil {
		return nil, err
	}
	rec := new(Record)
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		// In an object the decoder itself insists on strings as keys.
		if err := decodeField(dec, rec, key.(string)); err != nil {
			return nil, err
		}
	}
	if err := expect(dec, '}', "the document"); err != nil {
		return nil, err
	}
	switch _, err := dec.Token(); err {
	case io.EOF:
		return rec, nil
	case nil:
		return nil, errors.New("something follows the document")
	default:
		return nil, err
	}
}

// decodeField decodes the value of one field of the document. Unknown fields
// are skipped: a later wring may add some without a new version.
func decodeField(dec *json.Decoder, rec *Record, key string) (err error) {
	if field := scalarField(rec, key); field != nil {
		if err := dec.Decode(field); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	}
	switch key {
	case "packages":
		rec.Packages, err = decodeList[Package](dec, key)
	case "benchmarks":
		rec.Benchmarks, err = decodeList[Benchmark](dec, key)
	case "frames":
		rec.Frames, err = decodeList[Frame](dec, key)
	case "stacks":
		rec.Stacks, err = decodeList[[]int](dec, key)
	case "samples":
		rec.Samples, err = decodeList[Sample](dec, key)
	case "label_keys":
		rec.LabelKeys, err = decodeList[string](dec, key)
	case "label_sets":
		rec.LabelSets, err = decodeList[LabelSet](dec, key)
	case "facts":
		rec.Facts, err = decodeList[Fact](dec, key)
	case "lines":
		rec.Lines, err = decodeList[Line](dec, key)
	case "proposals":
		rec.Proposals, err = decodeList[Proposal](dec, key)
	case "warnings":
		rec.Warnings, err = decodeList[Warning](dec, key)
	default:
		var skipped json.RawMessage
		err = dec.Decode(&skipped)
	}
	return err
}

// scalarField returns where the value of key goes, or nil if key is a list or
// unknown.
func scalarField(rec *Record, key string) any {
	switch key {
	case "version":
		return &rec.Version
	case "exact":
		return &rec.Exact
	case "go":
		return &rec.Go
	case "goos":
		return &rec.GOOS
	case "goarch":
		return &rec.GOARCH
	case "module":
		return &rec.Module
	case "module_dir":
		return &rec.ModuleDir
	case "goroot":
		return &rec.GOROOT
	case "requests":
		return &rec.Requests
	}
	return nil
}

func decodeList[T any](dec *json.Decoder, key string) ([]T, error) {
	if err := expect(dec, '[', key); err != nil {
		return nil, err
	}
	list := []T{}
	for dec.More() {
		if len(list) == maxList {
			return nil, fmt.Errorf("%s has more than %d elements", key, maxList)
		}
		var element T
		if err := dec.Decode(&element); err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", key, len(list), err)
		}
		list = append(list, element)
	}
	return list, expect(dec, ']', key)
}

func expect(dec *json.Decoder, want json.Delim, where string) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	if token != want {
		return fmt.Errorf("%s: found %v instead of %v", where, token, want)
	}
	return nil
}
