package explain

// tlsConnection is the rule of tls-connection.
func tlsConnection() rule {
	return rule{
		Cause:  cause("tls-connection"),
		called: func(f symbol) bool { return f.below("crypto/tls") || f.below("crypto/x509") },
	}
}
