package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// interrupt is a program for the scripts:
//
//	interrupt [-within DURATION] [-soon] FILE:SIGNAL... -- command...
//
// It runs the command, waits for each FILE to exist and then sends it the
// SIGNAL (INT, TERM, HUP, USR1, KILL), with -soon a moment later. The command must end
// within DURATION of the last one. The exit code is the command's, 128 + its signal, or 99 when the
// command did not do as it should.
func interrupt() {
	within := flag.Duration("within", time.Second, "how long the command may take to end")
	soon := flag.Bool("soon", false, "wait a moment before each signal")
	flag.Parse()
	steps, command := flag.Args(), []string(nil)
	for i, arg := range steps {
		if arg == "--" {
			steps, command = steps[:i], steps[i+1:]
			break
		}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for _, step := range steps {
		file, name, _ := strings.Cut(step, ":")
		if err := await(file, ended); err != nil {
			cmd.Process.Kill()
			check(err)
		}
		if *soon {
			time.Sleep(300 * time.Millisecond)
		}
		check(cmd.Process.Signal(signals[name]))
	}
	start := time.Now()
	select {
	case err := <-ended:
		if took := time.Since(start); took > *within {
			check(fmt.Errorf("it took %v to end, more than %v", took, *within))
		}
		os.Exit(codeOf(err))
	case <-time.After(time.Minute):
		cmd.Process.Kill()
		check(errors.New("it did not end within a minute"))
	}
}

var signals = map[string]syscall.Signal{
	"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "USR1": syscall.SIGUSR1,
	"KILL": syscall.SIGKILL,
}

// await waits for a file to exist.
func await(file string, ended <-chan error) error {
	for range 60 * 100 {
		if _, err := os.Stat(file); err == nil {
			return nil
		}
		select {
		case err := <-ended:
			return fmt.Errorf("the command ended (%v) before there was a %s", err, file)
		case <-time.After(10 * time.Millisecond):
		}
	}
	return fmt.Errorf("no %s after a minute", file)
}

func codeOf(err error) int {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		check(err)
		return 0
	}
	if s, ok := exit.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal())
	}
	return exit.ExitCode()
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "interrupt:", err)
		os.Exit(99)
	}
}
