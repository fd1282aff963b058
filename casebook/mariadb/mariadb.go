// Package mariadb runs a MariaDB server for a case or a test: in a temporary
// folder, on a socket and a port of its own, with nothing of the machine's
// configuration, and gone when it is no longer needed.
package mariadb

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/wring-go/wring/casebook/diary"
)

// Server is a running server. Its user root needs no password.
type Server struct {
	Address string // host:port, on loopback
	Socket  string
	PID     int // another one after Restart

	dir  string
	args []string // the command that runs it
	stop context.CancelFunc
	done chan struct{} // closed when the process has ended
	log  *bytes.Buffer // what it said; read it only after done
}

// Start starts a server and waits until it answers. The error wraps
// diary.ErrMissing when MariaDB is not installed. Settings, such as
// "--performance-schema=ON", come after its own. Close the server in the end.
func Start(ctx context.Context, settings ...string) (*Server, error) {
	install, err := program("mariadb-install-db")
	if err != nil {
		return nil, err
	}
	daemon, err := program("mariadbd")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "mdb") // short: the path of a socket has at most 107 bytes
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, Socket: filepath.Join(dir, "s")}
	if err := s.start(ctx, install, daemon, settings); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// program returns the path of a program, also of one that only administrators
// have in their search path.
func program(name string) (string, error) {
	for _, candidate := range []string{name, "/usr/sbin/" + name, "/usr/local/sbin/" + name} {
		if path, err := exec.LookPath(candidate); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: no %s; install mariadb-server", diary.ErrMissing, name)
}

func (s *Server) start(ctx context.Context, install, daemon string, settings []string) error {
	me, err := user.Current()
	if err != nil {
		return err
	}
	data := filepath.Join(s.dir, "data")
	cmd := exec.CommandContext(ctx, install, "--no-defaults", "--user="+me.Username,
		"--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
	// A server that starts removes the temporary tables of others in its tmpdir.
	cmd.Env = append(cmd.Environ(), "TMPDIR="+s.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("mariadb: %s: %w\n%s", install, err, out)
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	s.Address = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	s.args = append([]string{daemon, "--no-defaults", "--user=" + me.Username,
		"--datadir=" + data, "--socket=" + s.Socket, "--pid-file=" + filepath.Join(s.dir, "pid"),
		"--bind-address=127.0.0.1", "--port=" + strconv.Itoa(port), "--skip-name-resolve",
		"--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=32M",
		"--tmpdir=" + s.dir, "--max-allowed-packet=16M", "--skip-log-bin",
		"--performance-schema=OFF"}, settings...)
	return s.launch(ctx)
}

// launch runs the server on the data that is there.
func (s *Server) launch(ctx context.Context) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	log, done := new(bytes.Buffer), make(chan struct{})
	cmd := exec.CommandContext(background, s.args[0], s.args[1:]...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second // then it is killed
	if err := cmd.Start(); err != nil {
		stop()
		return err
	}
	s.stop, s.done, s.log, s.PID = stop, done, log, cmd.Process.Pid
	go func() {
		defer close(done)
		cmd.Wait() // how it ends does not matter; what it says is in the log
	}()
	return s.wait(ctx)
}

// Restart stops the server and starts it again on the same data, at the same
// address.
func (s *Server) Restart(ctx context.Context) error {
	s.stop()
	<-s.done
	return s.launch(ctx)
}

// wait returns when the server accepts connections.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if conn, err := net.Dial("unix", s.Socket); err == nil {
			return conn.Close()
		}
		select {
		case <-s.done:
			return fmt.Errorf("mariadb: the server ended:\n%s", s.log.Bytes())
		case <-ctx.Done():
			return fmt.Errorf("mariadb: the server does not answer: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

// Close stops the server and removes its folder.
func (s *Server) Close() {
	if s.stop != nil {
		s.stop()
		<-s.done
	}
	os.RemoveAll(s.dir)
}

// freePort returns a port that is free at the moment.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
