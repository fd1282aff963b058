package history

import (
	"errors"
	"os"
	"testing"

	"github.com/wring-go/wring/internal/pgserver"
)

// server starts a PostgreSQL server for one test and returns its address; "" where
// there is none to start.
func server(t *testing.T) string {
	t.Helper()
	s, err := pgserver.Start(t.Context(), func(address string) error {
		store, err := Open(t.Context(), address)
		if err == nil {
			store.Close()
		}
		return err
	})
	if errors.Is(err, pgserver.ErrMissing) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s.Address
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
