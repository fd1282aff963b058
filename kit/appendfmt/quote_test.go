package appendfmt_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"html"
	"log/slog"
	"net/url"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wring-go/wring/kit/appendfmt"
)

// quoter is a function of the package, once for each kind of text, and the
// standard way to the same result.
type quoter struct {
	name     string
	text     func([]byte, string) []byte
	bytes    func([]byte, []byte) []byte
	standard func(string) string
}

var quoters = []quoter{
	{"SQL", appendfmt.SQL[string], appendfmt.SQL[[]byte], sql},
	{"SQLStandard", appendfmt.SQLStandard[string], appendfmt.SQLStandard[[]byte],
		func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }},
	{"SQLName", appendfmt.SQLName[string], appendfmt.SQLName[[]byte],
		func(s string) string { return "`" + strings.ReplaceAll(s, "`", "``") + "`" }},
	{"JSON", appendfmt.JSON[string], appendfmt.JSON[[]byte], marshal},
	{"HTML", appendfmt.HTML[string], appendfmt.HTML[[]byte], html.EscapeString},
	{"URLQuery", appendfmt.URLQuery[string], appendfmt.URLQuery[[]byte], url.QueryEscape},
	{"URLPath", appendfmt.URLPath[string], appendfmt.URLPath[[]byte], url.PathEscape},
	{"Logfmt", appendfmt.Logfmt[string], appendfmt.Logfmt[[]byte], logged},
	{"GoString", appendfmt.GoString[string], appendfmt.GoString[[]byte], strconv.Quote},
	{"Hex", appendfmt.Hex[string], appendfmt.Hex[[]byte],
		func(s string) string { return hex.EncodeToString([]byte(s)) }},
	{"HexDump", appendfmt.HexDump[string], appendfmt.HexDump[[]byte],
		func(s string) string { return hex.Dump([]byte(s)) }},
	{"Shell", appendfmt.Shell[string], appendfmt.Shell[[]byte], shell},
}

// sql follows the list of escapes in MySQL's manual, one after the other.
func sql(s string) string {
	for _, pair := range []string{`\\\`, "\x00\\0", "\n\\n", "\r\\r", "\x1a\\Z", `'\'`, `"\"`} {
		s = strings.ReplaceAll(s, pair[:1], pair[1:])
	}
	return "'" + s + "'"
}

// marshal returns s as encoding/json writes it, piece by piece between bytes that
// are no UTF-8. Of these Go 1.26 makes an escape, and Go 1.27 the character.
func marshal(s string) string {
	var text strings.Builder
	for s != "" {
		valid := 0
		for valid < len(s) {
			r, n := utf8.DecodeRuneInString(s[valid:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			valid += n
		}
		data, err := json.Marshal(s[:valid])
		if err != nil {
			panic(err)
		}
		text.Write(data[1 : len(data)-1])
		if s = s[valid:]; s != "" {
			text.WriteString(`\ufffd`)
			s = s[1:]
		}
	}
	return `"` + text.String() + `"`
}

// logged returns s as slog's handler writes it for a value.
func logged(s string) string {
	var out bytes.Buffer
	handler := slog.NewTextHandler(&out, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.MessageKey {
				return a
			}
			return slog.Attr{}
		}})
	slog.New(handler).Info(s)
	return strings.TrimSuffix(strings.TrimPrefix(out.String(), "msg="), "\n")
}

// shell quotes unless every byte is one that no shell cares about.
func shell(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,@%+"
	if s != "" && strings.Trim(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// hard holds text with characters that are special in some format.
var hard = []string{
	"", " ", "plain", "two words", "it's", `"quoted"`, `back\slash`, `\`, `'`, `''`, "`", "a`b`",
	"\x00", "\x1a", "\n\r\t\b\f\v\a", "\x7f", "<script>alert('x')</script>&amp;", "a=b", "=",
	"$HOME `id` $(id) ; | & > < * ? [ ] { } ~ # !", "-rf", "100%", "a+b", "ü", "日本語", "🦫",
	"\u2028\u2029", "\u00a0", "\u200b", "\ufeff", "\ufffd", "\xff", "a\xc3", "\xed\xa0\x80",
	"é\xe9",
	"\xf0\x9f\xa6", "\xf8\x88\x80\x80\x80", "/path/to?query=1#end", "\U0010ffff", "\u0080\u009f",
	"sixteen bytes ok", "and seventeen ok!", strings.Repeat("x'", 100),
}

func TestQuoting(t *testing.T) {
	for _, q := range quoters {
		for _, s := range hard {
			q.check(t, s)
		}
	}
}

func FuzzQuoting(f *testing.F) {
	for _, s := range hard {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, q := range quoters {
			q.check(t, s)
		}
	})
}

// check compares with the standard way, from a string and from bytes, into no
// buffer and behind text that must stay.
func (q quoter) check(t *testing.T, s string) {
	t.Helper()
	want := q.standard(s)
	if got := string(q.text(nil, s)); got != want {
		t.Errorf("%s(%q)\n got %q\nwant %q", q.name, s, got, want)
	}
	input := []byte(s)
	got := string(q.bytes([]byte("before "), input))
	if got != "before "+want {
		t.Errorf("%s(bytes of %q)\n got %q\nwant %q", q.name, s, got, "before "+want)
	}
	if string(input) != s {
		t.Errorf("%s changed its argument %q to %q", q.name, s, input)
	}
}

// TestShellReads has a shell read what Shell writes.
func TestShellReads(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell: ", err)
	}
	script := []byte("printf '%s\\0'")
	var want strings.Builder
	for _, s := range hard {
		if !strings.Contains(s, "\x00") {
			script = appendfmt.Shell(append(script, ' '), s)
			want.WriteString(s + "\x00")
		}
	}
	out, err := exec.CommandContext(t.Context(), sh, "-c", string(script)).Output()
	if err != nil || string(out) != want.String() {
		t.Errorf("the shell read %q, %v\nwant %q", out, err, want.String())
	}
}

// TestUnquote takes apart again what the quoting functions make.
func TestUnquote(t *testing.T) {
	for _, s := range hard {
		if got := html.UnescapeString(string(appendfmt.HTML(nil, s))); got != s {
			t.Errorf("HTML: %q came back as %q", s, got)
		}
		got, err := url.QueryUnescape(string(appendfmt.URLQuery(nil, s)))
		if got != s || err != nil {
			t.Errorf("URLQuery: %q came back as %q, %v", s, got, err)
		}
		if got, err := url.PathUnescape(string(appendfmt.URLPath(nil, s))); got != s || err != nil {
			t.Errorf("URLPath: %q came back as %q, %v", s, got, err)
		}
		if got, err := strconv.Unquote(string(appendfmt.GoString(nil, s))); got != s || err != nil {
			t.Errorf("GoString: %q came back as %q, %v", s, got, err)
		}
	}
}
