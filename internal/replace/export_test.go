package replace

// WriteAt and RecoverAt are Write and Recover, and call at before each step.
var (
	WriteAt   = write
	RecoverAt = recoverAll
)
