package explain

// netAddress is the rule of net-address.
func netAddress() rule {
	return rule{
		Cause: cause("net-address"),
		called: func(f symbol) bool {
			return f.pkg == "net/netip" || f.of("net", "IP") || f.of("net", "IPNet") ||
				f.of("net", "HardwareAddr") || f.of("net", "TCPAddr") || f.of("net", "UDPAddr") ||
				f.is("net", "JoinHostPort", "SplitHostPort", "ParseIP", "ParseCIDR", "ParseMAC")
		},
	}
}
