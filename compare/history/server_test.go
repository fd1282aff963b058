package history

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// server starts a PostgreSQL server for one test, on a port and in a folder of
// its own, and returns its address; "" where there is none to start.
func server(t *testing.T) string {
	t.Helper()
	bin := postgresBin()
	if bin == "" {
		return ""
	}
	dir, err := os.MkdirTemp("", "wring-pg-") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	who, ok := owner(t, dir)
	if !ok {
		return ""
	}
	data, port := filepath.Join(dir, "data"), freePort(t)
	initdb := command(who, filepath.Join(bin, "initdb"), "-D", data, "-U", "wring", "-A", "trust",
		"--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	run := command(who, filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-p", port,
		"-c", "listen_addresses=127.0.0.1", "-c", "fsync=off")
	var log strings.Builder
	run.Stderr = &log
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		run.Process.Signal(syscall.SIGINT) // do not wait for connections
		run.Wait()
	})
	address := url.URL{Scheme: "postgres", User: url.User("wring"), Host: "127.0.0.1:" + port,
		Path: "/postgres", RawQuery: "sslmode=disable"}
	await(t, address.String(), &log)
	return address.String()
}

// postgresBin returns the folder of the newest server that is installed.
func postgresBin() string {
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
func owner(t *testing.T, dir string) (*syscall.Credential, bool) {
	if os.Getuid() != 0 {
		return nil, true
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
		if err := os.Chown(dir, int(uid), int(gid)); err != nil {
			t.Fatal(err)
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, true
	}
	return nil, false
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

func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
}

// await waits until the server answers.
func await(t *testing.T, dsn string, log *strings.Builder) {
	var err error
	for range 300 {
		var s *Store
		if s, err = Open(t.Context(), dsn); err == nil {
			s.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("the server does not answer: %v\n%s", err, log)
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
