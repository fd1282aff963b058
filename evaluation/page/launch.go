package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/url"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

var addressIn = regexp.MustCompile(`http://[^\s]+`)

// listens waits until a server takes connections: pprof prints its address before.
func listens(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		c, err := net.Dial("tcp", u.Host)
		if err == nil {
			return c.Close()
		}
		if time.Since(begin) > patience {
			return err
		}
	}
}

// launch starts a program that prints the address of its page, on whichever of its
// outputs, and returns the address once it is there.
func launch(args []string) (address string, stop func(), err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // go tool has a child
	r, w := io.Pipe()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		cmd.Wait()
		w.Close()
	}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if address = addressIn.FindString(lines.Text()); address != "" {
			go io.Copy(io.Discard, r)
			return address, stop, nil
		}
	}
	stop()
	return "", nil, fmt.Errorf("%s prints no address", args[0])
}
