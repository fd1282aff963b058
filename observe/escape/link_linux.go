package escape

import "os"

// output is where a program's standard output can be opened by name.
const output = "/proc/self/fd/1"

// linkToOutput makes a file whose content goes to the output of whoever writes
// it. Where there is no /proc it makes none.
func linkToOutput(name string) error {
	if _, err := os.Lstat(output); err != nil {
		return nil
	}
	return os.Symlink(output, name)
}
