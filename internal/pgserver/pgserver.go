// Package pgserver starts PostgreSQL servers for tests: each on a port and in a
// folder of its own, gone when it is stopped.
package pgserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// ErrMissing says that there is no PostgreSQL here, or no user who may run it.
var ErrMissing = errors.New("no PostgreSQL that can be started here: install postgresql")

// Server is a server that runs.
type Server struct {
	Address string // a URL, for drivers
	stop    func()
}

// Stop ends the server without waiting for connections, and removes its folder. It
// can be called again.
func (s *Server) Stop() { s.stop() }

// patience is how long a server may take until it answers, on a machine that is
// busy.
const patience = 2 * time.Minute

// Start starts the newest server that is installed, with settings such as
// "log_statement=all", and returns when ready, which opens a connection, says that
// it answers.
func Start(ctx context.Context, ready func(address string) error, settings ...string) (
	*Server, error) {
	bin := folder()
	if bin == "" {
		return nil, ErrMissing
	}
	dir, err := os.MkdirTemp("", "wring-pg-") // not within a folder that is closed to others
	if err != nil {
		return nil, err
	}
	s, err := start(ctx, bin, dir, ready, settings)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func start(ctx context.Context, bin, dir string, ready func(string) error,
	settings []string) (*Server, error) {
	who, err := owner(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	initdb := command(who, filepath.Join(bin, "initdb"), "-D", data, "-U", "wring", "-A", "trust",
		"--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	args := []string{"-D", data, "-k", dir, "-p", port, "-c", "listen_addresses=127.0.0.1",
		"-c", "fsync=off"}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	run := command(who, filepath.Join(bin, "postgres"), args...)
	var log bytes.Buffer
	run.Stderr = &log
	if err := run.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run.Wait() // its log says what is wrong
	}()
	address := url.URL{Scheme: "postgres", User: url.User("wring"), Host: "127.0.0.1:" + port,
		Path: "/postgres", RawQuery: "sslmode=disable"}
	s := &Server{Address: address.String(), stop: sync.OnceFunc(func() {
		run.Process.Signal(syscall.SIGINT)
		<-ended
		os.RemoveAll(dir)
	})}
	if err := await(ctx, s.Address, ready, ended); err != nil {
		s.Stop()
		return nil, fmt.Errorf("the server does not answer: %w\n%s", err, log.String())
	}
	return s, nil
}

// await asks until the server answers or has ended.
func await(ctx context.Context, address string, ready func(string) error,
	ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := ready(address)
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return err
		case <-ctx.Done():
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// folder returns where the programs of the newest server are, or "".
func folder() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

// owner makes dir the folder of a user who may run a server: root may not. It
// returns nil for the current user.
func owner(dir string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		if uidErr != nil || gidErr != nil {
			continue
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)},
			os.Chown(dir, int(uid), int(gid))
	}
	return nil, ErrMissing
}

func command(who *syscall.Credential, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	if who != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who}
	}
	return cmd
}

func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), nil
}
