package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/mariadb"
	"github.com/wring-go/wring/casebook/photos/looking"
	"github.com/wring-go/wring/casebook/photos/stage"
)

// base is where the service listens; its source says so.
const base = "127.0.0.1:8080"

// photos is the service with what it needs.
type photos struct {
	command
	db        *sql.DB
	dsn       string
	wring     string
	profiles  string
	processes []*exec.Cmd
	server    *mariadb.Server
	dir       string
	output    bytes.Buffer // of the service
}

func (p *photos) close() {
	for _, cmd := range p.processes {
		cmd.Process.Kill()
		cmd.Wait()
	}
	if p.db != nil {
		p.db.Close()
	}
	if p.server != nil {
		p.server.Close()
	}
	os.RemoveAll(p.dir)
}

// open starts everything.
func open(ctx context.Context, c command, progress io.Writer) (p *photos, err error) {
	if conn, err := net.Dial("tcp", base); err == nil {
		conn.Close()
		return nil, fmt.Errorf("something listens on %s, where the service wants to; stop it", base)
	}
	memcached, err := exec.LookPath("memcached")
	if err != nil {
		return nil, fmt.Errorf("%w: no memcached; install the Debian package memcached",
			diary.ErrMissing)
	}
	p = &photos{command: c}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	if p.dir, err = os.MkdirTemp("", "privateisu-"); err != nil {
		return nil, err
	}
	if p.wring, err = looking.Wring(ctx, p.dir); err != nil {
		return nil, err
	}
	if p.server, err = stage.StartDatabase(ctx); err != nil {
		return nil, err
	}
	fmt.Fprintf(progress, "privateisu: filling a database for %d users\n", c.users)
	if err := p.fill(ctx); err != nil {
		return nil, fmt.Errorf("filling the database: %w", err)
	}
	sessions, err := free()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(sessions)
	cache := exec.Command(memcached, "-l", "127.0.0.1", "-p", port, "-u", "nobody")
	if err := p.start(ctx, cache, sessions); err != nil {
		return nil, err
	}
	return p, p.serve(ctx, sessions)
}

// serve builds a copy of the service, with its profiles, and starts it.
func (p *photos) serve(ctx context.Context, sessions string) (err error) {
	source := filepath.Join(p.dir, "source")
	if err := os.CopyFS(source, os.DirFS(p.folder)); err != nil {
		return fmt.Errorf("copying the service: %w", err)
	}
	if p.profiles, err = free(); err != nil {
		return err
	}
	profiles := fmt.Sprintf(`package main

import (
	"net/http"
	_ "net/http/pprof"
)

func init() { go http.ListenAndServe(%q, nil) }
`, p.profiles)
	err = os.WriteFile(filepath.Join(source, "profiles.go"), []byte(profiles), 0o666)
	if err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", "service", ".")
	build.Dir, build.Env = source, append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the service in %s: %w\n%s", p.folder, err, out)
	}
	host, port, err := net.SplitHostPort(p.server.Address)
	if err != nil {
		return err
	}
	service := exec.Command(filepath.Join(source, "service"))
	service.Dir, service.Stderr = source, &p.output
	service.Env = append(os.Environ(), "ISUCONP_DB_HOST="+host, "ISUCONP_DB_PORT="+port,
		"ISUCONP_DB_USER=visitor", "ISUCONP_MEMCACHED_ADDRESS="+sessions)
	return p.start(ctx, service, base)
}

// start starts a process and waits until it accepts connections.
func (p *photos) start(ctx context.Context, cmd *exec.Cmd, address string) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	p.processes = append(p.processes, cmd)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if conn, err := net.Dial("tcp", address); err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s does not listen on %s: %w", filepath.Base(cmd.Path), address,
				ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func free() (address string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// look has visitors use the service while wring live looks at it.
func (p *photos) look(ctx context.Context) (s seen, err error) {
	var done atomic.Int64
	stop := p.visit(ctx, &done)
	time.Sleep(p.lasts / 8)
	begin, n := time.Now(), done.Load()
	s.said, err = looking.Look(ctx, p.wring, "", &stage.Service{Profiles: p.profiles}, p.lasts,
		"-mysql", p.dsn)
	s.rate = float64(done.Load()-n) / time.Since(begin).Seconds()
	err = errors.Join(err, stop())
	if err != nil {
		return s, fmt.Errorf("%w\n%s", err, strings.TrimSpace(p.output.String()))
	}
	return s, nil
}

// connect returns the database, with a user that the service may be.
func (p *photos) connect(ctx context.Context) error {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr = "root", "unix", p.server.Socket
	cfg.InterpolateParams, cfg.MaxAllowedPacket = true, 16<<20
	root, err := mysql.NewConnector(cfg)
	if err != nil {
		return err
	}
	db := sql.OpenDB(root)
	defer db.Close()
	for _, statement := range []string{"CREATE DATABASE isuconp", "CREATE USER visitor@'127.0.0.1'",
		"GRANT ALL ON *.* TO visitor@'127.0.0.1'"} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	cfg.DBName = "isuconp"
	p.dsn = cfg.FormatDSN()
	p.db, err = sql.Open("mysql", p.dsn)
	return err
}
