package explain

// databaseCall is the rule of database-call.
func databaseCall() rule {
	return rule{
		Cause:  cause("database-call"),
		called: func(f symbol) bool { return f.below("database/sql") },
	}
}
