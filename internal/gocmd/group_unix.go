//go:build unix

package gocmd

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes cmd the leader of a new process group, so that its children
// can be addressed together and the terminal's Ctrl-C reaches only wring.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// interruptGroup asks the group led by pid to end.
func interruptGroup(pid int) error {
	if err := syscall.Kill(-pid, syscall.SIGINT); err != nil {
		return os.ErrProcessDone
	}
	return nil
}

// killGroup ends the group led by pid. That nothing is left of it is no error.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }
