package rewrite

// WriteAt and RecoverAt are Write and Recover, and call at before each step.
var (
	WriteAt   = write
	RecoverAt = recoverAll
)
