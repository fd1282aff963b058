package server

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// guard lets through only requests that carry the token and come from the page
// itself or from the user's own hand.
type guard struct {
	token string
	addr  net.Addr // that is listened on
	next  http.Handler
}

// cookie is the name of the cookie that carries the token. Ports share cookies,
// so the port is in the name.
func (g guard) cookie() string {
	_, port, _ := net.SplitHostPort(g.addr.String())
	return "wring-" + port
}

func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy(r.URL.Path))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // no-referrer would hide where a form comes from
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case !g.ours(r.Host):
		http.Error(w, "this server has another name", http.StatusForbidden)
	case !g.sameOrigin(r):
		http.Error(w, "requests from other pages are refused", http.StatusForbidden)
	case !g.allowed(w, r):
		http.Error(w, "the address lacks its token: use the one that wring serve printed",
			http.StatusForbidden)
	default:
		g.next.ServeHTTP(w, r)
	}
}

// policy is what the browser may do with an answer: nothing that the page does
// not need. The page of pprof has its script and style in it.
func policy(path string) string {
	if strings.HasPrefix(path, pprofPath) {
		return "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; " +
			"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; " +
			"frame-ancestors 'none'"
	}
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
		"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// ours reports whether a Host header names the address that is listened on. A
// page of others that has its own name point here fails.
func (g guard) ours(host string) bool {
	_, port, err := net.SplitHostPort(g.addr.String())
	if err != nil {
		return false
	}
	name, asked, err := net.SplitHostPort(host)
	if err != nil {
		name, asked = host, "80"
	}
	if asked != port {
		return false
	}
	tcp, _ := g.addr.(*net.TCPAddr)
	ip := net.ParseIP(strings.Trim(name, "[]"))
	switch {
	case tcp == nil:
		return false
	case tcp.IP.IsUnspecified(): // the user asked for every interface
		own, _ := os.Hostname()
		return ip != nil || name == "localhost" || own != "" && strings.EqualFold(name, own)
	case tcp.IP.IsLoopback():
		return name == "localhost" || ip != nil && ip.IsLoopback()
	}
	return ip != nil && ip.Equal(tcp.IP)
}

// sameOrigin reports whether a request comes from the page, from what the user
// typed, or from no browser.
func (g guard) sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && u.Host == r.Host
}

// allowed reports whether r carries the token. In the address it sets a cookie,
// so that links need not carry it; what changes something has it in its form.
func (g guard) allowed(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodPost {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		return g.is(r.PostFormValue("token"))
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	if g.is(r.URL.Query().Get("token")) {
		http.SetCookie(w, &http.Cookie{Name: g.cookie(), Value: g.token, Path: "/",
			HttpOnly: true, SameSite: http.SameSiteStrictMode})
		return true
	}
	c, err := r.Cookie(g.cookie())
	return err == nil && g.is(c.Value)
}

func (g guard) is(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}
