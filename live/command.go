package live

import "fmt"

// commands finds commands that are executed while a request waits.
func commands(v *seen) []Conclusion {
	list := perRequest{code: Command,
		low: 0.85, high: 1,
		text:    "do in the process what the command does",
		command: "wring live -diff before.live after.live",
		states:  []State{Commanding}}.in(v)
	if len(list) == 1 && v.Target.Children > 0 {
		list[0].Evidence += fmt.Sprintf("; its commands took %.3g s of CPU", v.Target.Children)
	}
	return list
}
