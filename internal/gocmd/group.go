package gocmd

import (
	"context"
	"os/exec"
	"time"
)

// grace is how long a command may clean up (the go command removes its work
// folder) before it is killed. With it, ending takes less than a second.
const grace = 500 * time.Millisecond

// patience is how long what a command has written may take to arrive after it
// has ended. On a machine that is short of time that can be long; a pipe that a
// command's children keep open is not waited for.
const patience = 10 * time.Second

// Command is like [exec.CommandContext], with one difference: when ctx ends,
// the command's children are asked to end with it, by an interrupt first and by
// force after a moment. Call [EndGroup] when the command has been waited for.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	ownGroup(cmd)
	cmd.Cancel = func() error {
		pid := cmd.Process.Pid
		time.AfterFunc(grace, func() { killGroup(pid) })
		return interruptGroup(pid)
	}
	cmd.WaitDelay = patience
	return cmd
}

// EndGroup kills whatever cmd, which has been waited for, left behind. It does
// nothing unless ctx has ended: a command that came to its own end may leave
// something running on purpose.
func EndGroup(ctx context.Context, cmd *exec.Cmd) {
	if ctx.Err() == nil || cmd.Process == nil {
		return
	}
	killGroup(cmd.Process.Pid)
}
