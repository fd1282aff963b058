package main

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"syscall"
)

// serve starts the delay server with a handler that does nothing, as a process of
// its own, and returns where it listens.
func serve(ctx context.Context, dir string) (address string, process int, stop func(),
	err error) {
	if err := build(ctx, dir, "./casebook/delay"); err != nil {
		return "", 0, nil, fmt.Errorf("run it at the root of wring's repository: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "delay"), "-variant", "empty", "-listen",
		"127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", 0, nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", 0, nil, err
	}
	stop = func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait() // how it ends is measured elsewhere
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err == nil {
		_, err = fmt.Sscanf(line, "listening on http://%s", &address)
	}
	if err != nil {
		stop()
	}
	return address, cmd.Process.Pid, stop, err
}
