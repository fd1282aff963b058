package explain

// formatScan is the rule of format-scan.
func formatScan() rule {
	return rule{
		Cause: cause("format-scan"),
		called: func(f symbol) bool {
			return f.pkg == "fmt" && (f.starts("Scan", "Sscan", "Fscan") || f.of("fmt", "ss"))
		},
	}
}
