package gocmd

import (
	"context"
	"os/exec"
	"time"
)

// grace is how long a command may clean up (the go command removes its work
// folder) before it is killed. With it, ending takes less than a second.
const grace = 500 * time.Millisecond

// Command is like [exec.CommandContext], with one difference: when ctx ends,
// the command's children are asked to end with it, by an interrupt first and by
// force after a moment. Call [EndGroup] when the command has been waited for.
func Command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	ownGroup(cmd)
	cmd.Cancel = func() error { return interruptGroup(cmd.Process.Pid) }
	cmd.WaitDelay = grace
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
