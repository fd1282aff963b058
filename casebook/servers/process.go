package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// contender is a server that is measured beside others.
type contender struct {
	name string
	args []string // of the program; PORT stands for the port
	env  []string
	port int // 0 means any

	pid     int
	address string
	cmd     *exec.Cmd
	ended   chan struct{}
}

// start starts the server and waits until it listens.
func (c *contender) start(ctx context.Context) error {
	port := c.port
	if port == 0 {
		var err error
		if port, err = freePort(); err != nil {
			return err
		}
	}
	c.address = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	args := make([]string, len(c.args))
	for i, arg := range c.args {
		args[i] = strings.ReplaceAll(arg, "PORT", strconv.Itoa(port))
	}
	var out bytes.Buffer
	c.cmd = exec.Command(args[0], args[1:]...)
	c.cmd.Stdout, c.cmd.Stderr = &out, &out
	c.cmd.Env = append(os.Environ(), c.env...)
	if err := c.cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	c.pid = c.cmd.Process.Pid
	c.ended = make(chan struct{})
	go func() { c.cmd.Wait(); close(c.ended) }() // how it ends is measured elsewhere
	for begin := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		select {
		case <-c.ended: // another process may have taken the port
			return fmt.Errorf("%s has ended\n%s", c.name, out.Bytes())
		default:
		}
		conn, err := net.Dial("tcp", c.address)
		if err == nil {
			return conn.Close()
		}
		if ctx.Err() != nil || time.Since(begin) > 20*time.Second {
			c.stop()
			return fmt.Errorf("%s does not listen: %w\n%s", c.name, err, out.Bytes())
		}
	}
}

// stop ends the server, and kills it when it takes too long.
func (c *contender) stop() {
	c.cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(3*time.Second, func() { c.cmd.Process.Kill() })
	defer timer.Stop()
	<-c.ended
}

// freePort returns a port that is not in use at the moment.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// residentBytes returns the memory that a process has.
func residentBytes(pid int) (int64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(data), &size, &resident); err != nil {
		return 0, err
	}
	return resident * int64(os.Getpagesize()), nil
}

// build builds commands of the casebook into a folder and returns their paths by
// the last part of their names.
func build(ctx context.Context, root, dir string, names ...string) (map[string]string, error) {
	paths := make(map[string]string)
	for _, name := range names {
		path := filepath.Join(dir, filepath.Base(name))
		cmd := exec.CommandContext(ctx, "go", "build", "-o", path, "./casebook/"+name)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building %s: %w\n%s", name, err, out)
		}
		paths[filepath.Base(name)] = path
	}
	return paths, nil
}
