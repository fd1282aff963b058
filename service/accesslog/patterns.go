package accesslog

import (
	"fmt"
	"regexp"
	"strings"
)

// The formats that have a name, as patterns.
const (
	// combinedPattern ends where servers may add fields of their own.
	combinedPattern = `$remote_addr $ident [$time_local] "$request" $status ` +
		`$body_bytes_sent "$http_referer" "$http_user_agent"`
	commonPattern = `$remote_addr $ident [$time_local] "$request" $status $body_bytes_sent`
	vhostPattern  = `$host $remote_addr $ident [$time_local] "$request" $status ` +
		`$body_bytes_sent "$http_referer" "$http_user_agent"`
	envoyPattern = `[%START_TIME%] "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% ` +
		`%PROTOCOL%" %RESPONSE_CODE% %RESPONSE_FLAGS% %BYTES_RECEIVED% %BYTES_SENT% ` +
		`%DURATION%`
	istioPattern = `[%START_TIME%] "%REQ(:METHOD)% %REQ(X-ENVOY-ORIGINAL-PATH?:PATH)% ` +
		`%PROTOCOL%" %RESPONSE_CODE% %RESPONSE_FLAGS% %RESPONSE_CODE_DETAILS% ` +
		`%CONNECTION_TERMINATION_DETAILS% "%UPSTREAM_TRANSPORT_FAILURE_REASON%" ` +
		`%BYTES_RECEIVED% %BYTES_SENT% %DURATION%`
)

// parsePattern reads a pattern in the language of nginx, Apache or Envoy.
func parsePattern(text string) ([]piece, error) {
	text = unwrap(text)
	switch {
	case strings.Contains(text, "%REQ(") || regexp.MustCompile(`%[A-Z_]{4,}(\([^)]*\))?%`).
		MatchString(text):
		return envoyPieces(text), nil
	case strings.Contains(text, "$"):
		return nginxPieces(text), nil
	case strings.Contains(text, "%"):
		return apachePieces(text)
	}
	return nil, fmt.Errorf("%q is no format: it is ltsv, json, caddy, combined, common, "+
		"vhost-combined, envoy or tsv, or a pattern with $variables of nginx or %%directives of "+
		"Apache or Envoy", text)
}

// unwrap takes what belongs to a configuration file and not to the pattern:
// the directive, its quotation marks and the semicolon.
func unwrap(text string) string {
	text = strings.TrimSpace(text)
	text = strings.TrimSuffix(text, ";")
	directive := regexp.MustCompile(`^(?i)log_format\s+\S+\s+(escape=\S+\s+)?`)
	apache := regexp.MustCompile(`(?s)^(?i)(?:Log|Custom)Format\s+"(.*)"\s*\S*$`)
	if m := apache.FindStringSubmatch(text); m != nil {
		return tabs(strings.ReplaceAll(m[1], `\"`, `"`))
	}
	if loc := directive.FindStringIndex(text); loc != nil {
		text = text[loc[1]:]
	}
	quoted := regexp.MustCompile(`(?s)^'(?:[^'\\]|\\.)*'(?:\s*'(?:[^'\\]|\\.)*')*$`)
	if quoted.MatchString(text) {
		var b strings.Builder
		for _, s := range regexp.MustCompile(`(?s)'((?:[^'\\]|\\.)*)'`).
			FindAllStringSubmatch(text, -1) {
			b.WriteString(s[1])
		}
		text = b.String()
	}
	return tabs(strings.TrimSuffix(text, "\n"))
}

// tabs turns the two letters for a tab into one, and loses the backslash before
// a quotation mark.
func tabs(s string) string {
	return strings.NewReplacer(`\t`, "\t", `\"`, `"`, `\'`, `'`, `\n`, "").Replace(s)
}

func nginxPieces(text string) []piece {
	var pieces []piece
	variable := regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`)
	at := 0
	for _, m := range variable.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > at {
			pieces = append(pieces, piece{text: text[at:m[0]]})
		}
		name := text[m[0]+1 : m[1]]
		name = strings.Trim(name, "{}")
		r, unit := nginxRole(name)
		pieces = append(pieces, piece{name: name, role: r, unit: unit})
		at = m[1]
	}
	if at < len(text) {
		pieces = append(pieces, piece{text: text[at:]})
	}
	return preferRequestURI(pieces)
}

// preferRequestURI demotes $uri, which rewrites change, beside $request_uri.
func preferRequestURI(pieces []piece) []piece {
	for _, p := range pieces {
		if p.name != "request_uri" {
			continue
		}
		for i := range pieces {
			if pieces[i].name == "uri" || pieces[i].name == "document_uri" {
				pieces[i].role = roleNone
			}
		}
	}
	return pieces
}

func nginxRole(name string) (role, Unit) {
	switch name {
	case "request_time":
		return roleTime, Seconds
	case "upstream_response_time":
		return roleUpstream, Seconds
	case "remote_addr", "realip_remote_addr":
		return roleClient, 0
	case "time_local", "time_iso8601", "msec":
		return roleAt, 0
	case "uri", "document_uri", "request_uri":
		return rolePath, 0
	case "args", "query_string":
		return roleQuery, 0
	case "http_host", "host", "server_name":
		return roleHost, 0
	case "request_length", "upstream_status", "upstream_addr", "ident", "scheme":
		return roleNone, 0
	}
	m, _ := meaningOf(name)
	if m.role == roleAt || m.role == roleClient || m.role == roleUpstream {
		return roleNone, 0
	}
	return m.role, m.unit
}

// apachePieces reads a LogFormat.
func apachePieces(text string) ([]piece, error) {
	var pieces []piece
	directive := regexp.MustCompile(`%[<>!\d,]*(?:\{([^}]*)\})?(\^?[a-zA-Z%]{1}[a-z]{0,1})`)
	for len(text) > 0 {
		i := strings.IndexByte(text, '%')
		if i != 0 {
			if i < 0 {
				i = len(text)
			}
			pieces = append(pieces, piece{text: text[:i]})
			text = text[i:]
			continue
		}
		m := directive.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("no directive of Apache begins with %.10q", text)
		}
		letter := m[2]
		length := len(m[0])
		if letter[0] != '^' && len(letter) > 1 {
			letter = letter[:1]
			length -= len(m[2]) - 1
		}
		if n := len(pieces); letter == "q" && n > 0 && pieces[n-1].name == "%U" {
			text = text[length:]
			continue // %U%q is one value, with the query behind the path
		}
		if letter == "%" {
			pieces = append(pieces, piece{text: "%"})
		} else {
			pieces = append(pieces, apachePiece(m[1], letter)...)
		}
		text = text[length:]
	}
	return pieces, nil
}

func apachePiece(arg, letter string) []piece {
	p := piece{name: "%" + letter}
	if arg != "" {
		p.name = "%{" + arg + "}" + letter
	}
	switch letter {
	case "h", "a":
		p.role = roleClient
	case "r":
		p.role = roleRequest
	case "s":
		p.role = roleStatus
	case "b", "B", "O":
		p.role = roleBytes
	case "U":
		p.role = rolePath
	case "q":
		p.role = roleQuery
	case "m":
		p.role = roleMethod
	case "v", "V":
		p.role = roleHost
	case "D":
		p.role, p.unit = roleTime, Microseconds
	case "T":
		p.role = roleTime
		p.unit = map[string]Unit{"ms": Milliseconds, "us": Microseconds}[arg]
		if p.unit == 0 {
			p.unit = Seconds
		}
	case "t":
		p.role = roleAt
		if arg == "" {
			return []piece{{text: "["}, p, {text: "]"}}
		}
	case "i":
		switch strings.ToLower(arg) {
		case "referer":
			p.role = roleReferer
		case "user-agent":
			p.role = roleAgent
		case "host":
			p.role = roleHost
		}
	}
	return []piece{p}
}

// envoyPieces reads a format string of Envoy.
func envoyPieces(text string) []piece {
	var pieces []piece
	command := regexp.MustCompile(`%([A-Z_0-9]+)(?:\(([^)]*)\))?(?::\d+)?%`)
	at := 0
	for _, m := range command.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > at {
			pieces = append(pieces, piece{text: text[at:m[0]]})
		}
		name, arg := text[m[2]:m[3]], ""
		if m[4] >= 0 {
			arg = text[m[4]:m[5]]
		}
		pieces = append(pieces, envoyPiece(name, arg))
		at = m[1]
	}
	if at < len(text) {
		pieces = append(pieces, piece{text: text[at:]})
	}
	return pieces
}

func envoyPiece(name, arg string) piece {
	p := piece{name: name}
	if arg != "" {
		p.name = name + "(" + arg + ")"
	}
	switch name {
	case "START_TIME":
		p.role = roleAt
	case "RESPONSE_CODE":
		p.role = roleStatus
	case "BYTES_SENT":
		p.role = roleBytes
	case "DURATION":
		p.role, p.unit = roleTime, Milliseconds
	case "DOWNSTREAM_REMOTE_ADDRESS", "DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT":
		p.role = roleClient
	case "REQ":
		switch upper := strings.ToUpper(arg); {
		case strings.Contains(upper, ":METHOD"):
			p.role = roleMethod
		case strings.Contains(upper, ":PATH"):
			p.role = rolePath
		case strings.Contains(upper, ":AUTHORITY"):
			p.role = roleHost
		case upper == "USER-AGENT":
			p.role = roleAgent
		case upper == "REFERER":
			p.role = roleReferer
		}
	}
	return p
}
