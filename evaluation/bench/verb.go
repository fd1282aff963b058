package bench

import (
	"errors"
	"flag"
)

// ErrBroken says that a promise was broken; the table said which.
var ErrBroken = errors.New("a promise is broken: see above")

// Flags returns the flags of a verb, which end the program when they are wrong.
func Flags(name string) *flag.FlagSet {
	return flag.NewFlagSet("evaluation "+name, flag.ExitOnError)
}
