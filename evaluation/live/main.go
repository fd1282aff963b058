// Command live tries wring live on a service that is not the photo service, with
// problems that are planted and can be solved one by one:
//
//	go run ./evaluation/live               some six minutes
//	go run ./evaluation/live -for 1s       a short one
//
// At each version the service is captured under load, and its throughput is
// measured with each problem solved that is left. The first conclusion is held
// against the problem whose solution gains most; then what it says is solved. It
// ends with 1 when the first conclusion is another problem in more than a fifth of
// the versions, or when the solution of one makes the service slower, and with 2
// when it could not do its work.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	_ "github.com/lib/pq"

	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/stage"
	"github.com/wring-go/wring/casebook/serving"
	"github.com/wring-go/wring/internal/pgserver"
)

func main() { serving.Main("live", run) }

type command struct {
	lasts    time.Duration
	clients  int
	least    float64
	versions int
	json     bool
	keep     string // folder of the captures, or ""
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	fs := serving.Flags("live", stderr)
	fs.DurationVar(&c.lasts, "for", 3*time.Second, "how long each version is measured and captured")
	fs.IntVar(&c.clients, "clients", 4, "clients at once")
	fs.Float64Var(&c.least, "least", 1.05, "end when no solution gains by this `FACTOR`")
	fs.IntVar(&c.versions, "versions", 0, "end after so `MANY`; 0 means all")
	fs.StringVar(&c.keep, "keep", "", "keep the captures in `FOLDER`, for wring live -from")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	if err := serving.Parse(fs, args); err != nil {
		return c, err
	}
	if c.lasts < time.Second || c.clients <= 0 || c.least < 1 || c.versions < 0 {
		return c, errors.New("-for wants 1s or more, -clients more than 0, -least 1 or more, and " +
			"-versions 0 or more")
	}
	return c, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	t, err := set(ctx, c, stderr)
	if err != nil {
		return err
	}
	defer t.end()
	got, err := t.follow(ctx)
	if err != nil {
		return err
	}
	if c.json {
		err = json.NewEncoder(stdout).Encode(got)
	} else {
		err = got.write(stdout)
	}
	return errors.Join(err, got.verdict())
}

// trial is what versions are tried with.
type trial struct {
	command
	dir, dsn, wring, bin string
	progress             io.Writer
	end                  func()
}

// set starts the database, and builds wring and the service.
func set(ctx context.Context, c command, progress io.Writer) (t *trial, err error) {
	dir, err := os.MkdirTemp("", "boxoffice")
	if err != nil {
		return nil, err
	}
	server, err := pgserver.Start(ctx, answers(ctx))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	t = &trial{command: c, dir: dir, dsn: server.Address, progress: progress,
		bin: filepath.Join(dir, "service"), end: func() { server.Stop(); os.RemoveAll(dir) }}
	build := exec.CommandContext(ctx, "go", "build", "-o", t.bin,
		"github.com/wring-go/wring/evaluation/live/boxoffice")
	if out, err := build.CombinedOutput(); err != nil {
		t.end()
		return nil, fmt.Errorf("building the service: %w\n%s", err, out)
	}
	if t.wring, err = looking.Wring(ctx, dir); err != nil {
		t.end()
		return nil, err
	}
	return t, nil
}

func answers(ctx context.Context) func(address string) error {
	return func(address string) error {
		db, err := sql.Open("postgres", address)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.PingContext(ctx)
	}
}

// play starts a version and has use use it. The log is that of its requests.
func (t *trial) play(ctx context.Context, solved string,
	use func(s *stage.Service, log string) error) error {
	log := filepath.Join(t.dir, "access.log")
	if err := os.RemoveAll(log); err != nil {
		return err
	}
	s, err := stage.StartCommand(ctx, exec.Command(t.bin, "-dsn", t.dsn, "-access", log, "-debug",
		"127.0.0.1:0", "-solved", solved))
	if err != nil {
		return err
	}
	return errors.Join(use(s, log), s.Stop())
}
