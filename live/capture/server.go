package capture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/pprof/profile"
)

// server is the pprof endpoint of a process.
type server struct {
	base   *url.URL // ends with /debug/pprof/
	name   string   // without user and query, which may be secret
	client *http.Client
}

// maxAnswer is how many bytes an answer may have.
const maxAnswer = 256 << 20

// newServer understands HOST:PORT, PORT, and URLs with or without the path.
func newServer(target string) (*server, error) {
	text := target
	if !strings.Contains(text, "://") {
		if strings.Trim(text, "0123456789") == "" && text != "" {
			text = "127.0.0.1:" + text
		}
		text = "http://" + strings.TrimPrefix(text, "//")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("the target is no address: give that of net/http/pprof, as in " +
			"http://127.0.0.1:6060")
	}
	if strings.HasPrefix(u.Host, ":") {
		u.Host = "127.0.0.1" + u.Host
	}
	if i := strings.Index(u.Path, "/pprof"); i >= 0 {
		u.Path = u.Path[:i] + "/pprof/"
	} else {
		u.Path = strings.TrimSuffix(u.Path, "/") + "/debug/pprof/"
	}
	u.Fragment = ""
	shown := *u
	shown.User, shown.RawQuery = nil, ""
	return &server{base: u, name: strings.TrimSuffix(shown.String(), "/"),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}}, nil
}

// get asks for a path below the endpoint, or, with two dots, beside it.
func (s *server) get(ctx context.Context, path, query string, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	u := s.base.JoinPath(path)
	u.RawQuery = strings.Trim(s.base.RawQuery+"&"+query, "&")
	shown := strings.TrimSuffix(s.name, "/debug/pprof") + u.Path
	if strings.HasPrefix(u.Path, s.base.Path) {
		shown = s.name + "/" + path
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", shown, reason(err))
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("%s breaks off: %w", shown, reason(err))
	}
	if resp.StatusCode != http.StatusOK {
		return nil, answered{shown, resp.StatusCode, firstLine(data)}
	}
	if kind := resp.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/html") ||
		bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(data)), []byte("<!doctype html")) {
		return nil, fmt.Errorf("%s answers with a page of HTML, perhaps to log in, and no "+
			"profile: give the address at which net/http/pprof is served", shown)
	}
	return data, nil
}

// answered is an answer that is not 200.
type answered struct {
	address string
	status  int
	text    string
}

func (a answered) Error() string {
	text := fmt.Sprintf("%s answers %d %s", a.address, a.status, http.StatusText(a.status))
	if a.status == http.StatusNotFound {
		return text + ": serve net/http/pprof there (import _ \"net/http/pprof\")"
	}
	if a.text != "" && a.status >= 500 {
		return text + ": " + a.text
	}
	return text + ": give the address at which net/http/pprof is served"
}

func firstLine(data []byte) string {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return strings.ToValidUTF8(string(line[:min(len(line), 200)]), "")
}

// reason leaves the URL out of an error, which may hold a password.
func reason(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return op.Err
	}
	return err
}

// profile asks for a profile.
func (s *server) profile(ctx context.Context, path, query string, limit time.Duration) (
	*profile.Profile, error) {
	data, err := s.get(ctx, path, query, limit)
	if err != nil {
		return nil, err
	}
	return s.parse(path, data)
}

// parse reads what profiles of a path answered.
func (s *server) parse(path string, data []byte) (*profile.Profile, error) {
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("%s/%s answers with something else than a profile: give the "+
			"address at which net/http/pprof is served", s.name, path)
	}
	return p, nil
}

// patience is how long a small answer may take.
const patience = 10 * time.Second

// probe asks for a profile of goroutines, to see whether there is anything to
// capture.
func (s *server) probe(ctx context.Context) error {
	p, err := s.profile(ctx, "goroutine", "", patience)
	if err != nil {
		return err
	}
	if len(p.SampleType) == 0 || p.SampleType[0].Type != "goroutine" {
		return fmt.Errorf("%s/goroutine is a profile, but none of goroutines: give the address at "+
			"which net/http/pprof is served", s.name)
	}
	return nil
}
