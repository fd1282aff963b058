package proxy

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// upgrade passes a handshake on and, if the backend agrees, all that follows.
//
// It does not go by way of httputil.ReverseProxy, which keeps two buffers of 32 KB
// and the request for as long as a WebSocket lives, knows no frames, and so cannot
// say why it ends.
func (p *Proxy) upgrade(w http.ResponseWriter, r *http.Request, name string,
	backend netip.AddrPort) {
	if err := acceptable(r); err != nil {
		p.metrics.refuse(refusedHandshake)
		w.Header().Set("Connection", "close") // so that no side waits for a body
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	t := &tunnel{name: name, backend: backend, metrics: p.metrics}
	t.active.Store(time.Now().UnixNano())
	if reason := p.begin(t); reason != "" {
		p.metrics.refuse(reason)
		http.Error(w, "too many", http.StatusServiceUnavailable)
		return
	}
	answer, in, err := p.shake(r, t)
	if err != nil {
		p.forget(t)
		p.badGateway(w, r, failedHandshake)
		return
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		defer p.forget(t)
		defer t.server.Close()
		refuse(w, answer)
		return
	}
	begun := bytes.Clone(buffered(in)) // frames that came with the answer
	if err := t.takeOver(w, answer); err != nil {
		t.server.Close()
		p.forget(t)
		return
	}
	p.metrics.tunnels.Inc()
	go func() {
		defer p.forget(t)
		t.run(&p.pool, begun)
	}()
}

// acceptable returns what is wrong with a handshake. One with a body would leave it
// to be read as frames by one side and as a request by the other.
func acceptable(r *http.Request) error {
	switch {
	case r.Method != http.MethodGet, r.ProtoMajor != 1 || r.ProtoMinor != 1:
		return errors.New("a handshake is a GET of HTTP/1.1")
	case r.ContentLength != 0 || len(r.TransferEncoding) > 0:
		return errors.New("a handshake has no body")
	case !hasToken(r.Header["Connection"], "upgrade"):
		return errors.New("the header has Upgrade, and Connection does not name it")
	case len(r.Header["Upgrade"]) != 1 || !strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		return errors.New("only an upgrade to websocket is passed on")
	}
	return nil
}

// hasToken reports whether one of the values, which are lists, has a token.
func hasToken(values []string, token string) bool {
	for _, value := range values {
		for item := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(item), token) {
				return true
			}
		}
	}
	return false
}

// shake connects to the backend and asks for the upgrade. Nothing that it does
// outlives the time for connecting.
func (p *Proxy) shake(r *http.Request, t *tunnel) (*http.Response, *bufio.Reader, error) {
	ctx, cancel := context.WithTimeout(r.Context(), p.opt.Connect)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", t.backend.String())
	if err != nil {
		return nil, nil, err
	}
	t.server = conn.(*net.TCPConn)
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	var answer *http.Response
	in := bufio.NewReaderSize(conn, 4096)
	if _, err = conn.Write(handshake(r)); err == nil {
		answer, err = http.ReadResponse(in, &http.Request{Method: http.MethodGet})
	}
	if err == nil && answer.StatusCode == http.StatusSwitchingProtocols &&
		!strings.EqualFold(answer.Header.Get("Upgrade"), "websocket") {
		err = errors.New("the backend switches to another protocol")
	}
	if !stop() && err == nil && answer.StatusCode == http.StatusSwitchingProtocols {
		err = context.Cause(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, nil, err
	}
	return answer, in, nil
}

// handshake returns the request that the backend gets. Who asked is said by us
// alone: what the client says of that is dropped.
func handshake(r *http.Request) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "GET %s HTTP/1.1\r\nHost: %s\r\n", r.URL.RequestURI(), r.Host)
	header := r.Header.Clone()
	for _, list := range header["Connection"] {
		for name := range strings.SplitSeq(list, ",") {
			header.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range []string{"Connection", "Upgrade", "Keep-Alive", "Proxy-Connection",
		"Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Content-Length",
		"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"} {
		header.Del(name)
	}
	header.Set("Connection", "Upgrade")
	header.Set("Upgrade", "websocket")
	if client, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		header.Set("X-Forwarded-For", client)
	}
	header.Set("X-Forwarded-Host", r.Host)
	header.Set("X-Forwarded-Proto", "http")
	header.Write(&b) // to memory: it cannot fail
	b.WriteString("\r\n")
	return b.Bytes()
}

// refuse passes on the answer of a backend that does not upgrade.
func refuse(w http.ResponseWriter, answer *http.Response) {
	defer answer.Body.Close()
	for name, values := range answer.Header {
		if name != "Connection" && name != "Transfer-Encoding" && name != "Upgrade" {
			w.Header()[name] = values
		}
	}
	w.Header().Del("Content-Length") // the body may be cut
	w.WriteHeader(answer.StatusCode)
	io.Copy(w, io.LimitReader(answer.Body, 1<<20)) // a client that left does not miss the rest
}

// takeOver takes the client's connection from net/http and sends the answer.
func (t *tunnel) takeOver(w http.ResponseWriter, answer *http.Response) error {
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return err
	}
	client, ok := conn.(*net.TCPConn)
	if !ok {
		conn.Close()
		return errors.New("not a connection of TCP")
	}
	t.client = client
	client.SetDeadline(time.Time{})
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\n")
	answer.Header.Set("Connection", "Upgrade")
	answer.Header.Write(&b) // to memory: it cannot fail
	b.WriteString("\r\n")
	_, err = client.Write(b.Bytes())
	if early := buffered(rw.Reader); err == nil && len(early) > 0 {
		err = t.writeServer(early) // frames that came with the question
	}
	if err != nil {
		client.Close()
	}
	return err
}
