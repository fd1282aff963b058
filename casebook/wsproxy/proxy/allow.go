package proxy

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// Allow is the list of backends that may be reached. An empty one allows none.
type Allow []rule

type rule struct {
	network  netip.Prefix
	from, to uint16
}

// ParseAllow reads a list such as "127.0.0.1:9000-9100, 10.1.0.0/16:80": addresses
// or networks with a port or several, separated by commas or white space. Names are
// not taken: what they mean may change.
func ParseAllow(text string) (Allow, error) {
	var list Allow
	for item := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r == ',' || r == ' ' || r == '\n' || r == '\t' || r == '\r'
	}) {
		r, err := parseRule(item)
		if err != nil {
			return nil, fmt.Errorf("%q: %w; write it like 127.0.0.1:9000-9100 or 10.1.0.0/16:80",
				item, err)
		}
		list = append(list, r)
	}
	return list, nil
}

func parseRule(item string) (rule, error) {
	colon := strings.LastIndexByte(item, ':')
	if colon < 0 {
		return rule{}, fmt.Errorf("there is no port")
	}
	host := strings.Trim(item[:colon], "[]")
	low, high, several := strings.Cut(item[colon+1:], "-")
	from, err := strconv.ParseUint(low, 10, 16)
	if err != nil {
		return rule{}, err
	}
	to := from
	if several {
		if to, err = strconv.ParseUint(high, 10, 16); err != nil {
			return rule{}, err
		}
	}
	if from == 0 || to < from {
		return rule{}, fmt.Errorf("there are no such ports")
	}
	r := rule{from: uint16(from), to: uint16(to)}
	if strings.Contains(host, "/") {
		r.network, err = netip.ParsePrefix(host)
		return r, err
	}
	address, err := netip.ParseAddr(host)
	if err == nil {
		r.network = netip.PrefixFrom(address, address.BitLen())
	}
	return r, err
}

// Backend returns the address that text names, if it is on the list.
func (a Allow) Backend(text string) (netip.AddrPort, error) {
	backend, err := netip.ParseAddrPort(text)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("a backend must be an address and a port: %w", err)
	}
	for _, r := range a {
		if r.network.Contains(backend.Addr().Unmap()) && r.from <= backend.Port() &&
			backend.Port() <= r.to {
			return backend, nil
		}
	}
	return netip.AddrPort{}, fmt.Errorf("the backend %s is not on the list of those allowed",
		backend)
}
