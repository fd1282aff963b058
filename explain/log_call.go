package explain

// logCall is the rule of log-call.
func logCall() rule {
	return rule{
		Cause:  cause("log-call"),
		called: func(f symbol) bool { return f.in("log", "log/slog", "log/slog/internal/buffer") },
	}
}
