package mariadb_test

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/mariadb"
)

func TestStart(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	s, err := mariadb.Start(t.Context())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]string{{"tcp", s.Address}, {"unix", s.Socket}} {
		cfg := mysql.NewConfig()
		cfg.User, cfg.Net, cfg.Addr = "root", at[0], at[1]
		db, err := sql.Open("mysql", cfg.FormatDSN())
		if err != nil {
			t.Fatal(err)
		}
		var got int
		if err := db.QueryRow("SELECT 1").Scan(&got); got != 1 || err != nil {
			t.Errorf("%s: SELECT 1 gives %d, %v", at[0], got, err)
		}
		db.Close()
	}
	s.Close()
	if _, err := net.Dial("tcp", s.Address); err == nil {
		t.Error("something still listens")
	}
	if _, err := os.Stat(filepath.Dir(s.Socket)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// TestCancelled starts with a context that has ended.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := mariadb.Start(ctx)
	if err == nil {
		s.Close()
		t.Error("a server was started after the end")
	}
}
