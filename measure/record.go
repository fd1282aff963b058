package measure

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/wring-go/wring/alloc"
)

// ReadRecord reads a record that was written to a file.
func ReadRecord(ctx context.Context, name string) (*alloc.Record, error) {
	return UntilDone(ctx, func() (*alloc.Record, error) {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the record: %w: "+
				"wring top -o FILE.wring writes one", err)
		}
		defer f.Close()
		rec, err := alloc.ReadRecord(f)
		if path := new(os.PathError); errors.As(err, &path) {
			return nil, fmt.Errorf("cannot read the record: %w", path)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return rec, nil
	})
}

// UntilDone runs f, which knows nothing of contexts, and does not wait for it
// after the end of ctx: reading from a pipe may take for ever.
func UntilDone[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
