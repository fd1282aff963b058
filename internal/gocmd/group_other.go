//go:build !unix

package gocmd

import (
	"os"
	"os/exec"
)

// Without process groups only the command itself can be ended.

func ownGroup(*exec.Cmd) {}

func interruptGroup(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

func killGroup(int) {}
