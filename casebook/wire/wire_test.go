package wire

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// TestAgainstLibrary talks to a server that uses a library, which is strict about
// what it gets.
func TestAgainstLibrary(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ws" {
			http.NotFound(w, r)
			return
		}
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		conn.SetReadLimit(1 << 20)
		for {
			kind, message, err := conn.Read(r.Context())
			if err != nil {
				return
			}
			if string(message) == "bye" {
				conn.Close(4001, "as you wish")
				return
			}
			if err := conn.Write(r.Context(), kind, message); err != nil {
				return
			}
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	conn, err := Dial(t.Context(), address, "/ws", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, size := range []int{0, 1, 125, 126, 65535, 65536, 300_000} {
		message := bytes.Repeat([]byte("x"), size)
		if err := conn.Write(Text, message); err != nil {
			t.Fatal(err)
		}
		f, err := conn.NextData(nil)
		if err != nil || f.Opcode != Text || !bytes.Equal(f.Payload, message) {
			t.Errorf("%d bytes: %d came back, %v", size, len(f.Payload), err)
		}
	}
	conn.Write(Text, []byte("bye"))
	_, err = conn.NextData(nil)
	var closed *Closed
	if !errors.As(err, &closed) || closed.Code != 4001 || closed.Reason != "as you wish" {
		t.Errorf("the end is %v", err)
	}
	var refused *Refused
	if _, err := Dial(t.Context(), address, "/x", Options{}); !errors.As(err, &refused) ||
		refused.Status != 404 {
		t.Errorf("the refusal is %v", err)
	}
}

func FuzzNext(f *testing.F) {
	f.Add(Append(nil, Frame{Text, true, []byte("hello")}, true))
	f.Add(Append(nil, Frame{Ping, true, bytes.Repeat([]byte("x"), 126)}, false))
	f.Add([]byte{0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &Conn{In: bufio.NewReader(bytes.NewReader(data))}
		frame, err := c.Next(nil)
		if err != nil {
			return
		}
		again := Append(nil, frame, false)
		c = &Conn{In: bufio.NewReader(bytes.NewReader(again))}
		if got, err := c.Next(nil); err != nil || got.Opcode != frame.Opcode ||
			!bytes.Equal(got.Payload, frame.Payload) {
			t.Errorf("%+v, %v; want %+v", got, err, frame)
		}
	})
}
