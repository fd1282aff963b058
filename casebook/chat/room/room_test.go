package room

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wring-go/wring/casebook/servertest"
	"github.com/wring-go/wring/casebook/wire"
)

// inbox is a member's connection: it keeps what is written, or blocks.
type inbox struct {
	mu    sync.Mutex
	text  strings.Builder
	block chan struct{} // nil means that it does not
}

func (in *inbox) Try(frames []byte) (int, error) {
	if in.block != nil {
		return 0, nil
	}
	return in.Write(frames)
}

func (in *inbox) Write(frames []byte) (int, error) {
	if in.block != nil {
		<-in.block
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.text.Write(frames)
}

func (in *inbox) String() string {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.text.String()
}

func join(t testing.TB, r *Room, name string, in Conn, put func()) *Member {
	t.Helper()
	m, err := r.Join(name, in, put)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFull puts a member out whose queue is full, once, and keeps no more than its
// queue for it. The others get everything.
func TestFull(t *testing.T) {
	r := New(Options{Queue: 10, Presence: time.Hour})
	slow, good := &inbox{block: make(chan struct{})}, &inbox{}
	put := make(chan struct{}, 100)
	stuck := join(t, r, "slow", slow, func() { put <- struct{}{} })
	speaker := join(t, r, "good", good, func() { t.Error("the good one is put out") })
	for n := range 100 {
		if _, err := r.Say(speaker, fmt.Append(nil, "text ", n)); err != nil {
			t.Fatal(err)
		}
		handedOut(r)
		<-speaker.Empty()
	}
	<-put
	close(slow.block)
	<-stuck.Empty()
	if len(put) > 0 {
		t.Error("it is put out twice")
	}
	if n := strings.Count(slow.String(), "text "); n > 10 {
		t.Errorf("the slow one still gets %d messages", n)
	}
	if n := strings.Count(good.String(), "text "); n != 100 {
		t.Errorf("the good one gets %d messages", n)
	}
}

// TestPresence gathers who came and went into one message.
func TestPresence(t *testing.T) { synctest.Test(t, presence) }

func presence(t *testing.T) {
	r := New(Options{Queue: 100, Presence: 20 * time.Millisecond})
	in := &inbox{}
	join(t, r, "ann", in, nil)
	for n := range 20 {
		m := join(t, r, fmt.Sprint("n", n), &inbox{}, nil)
		if n%2 == 0 {
			r.Leave(m)
			r.Leave(m) // twice is once
		}
	}
	time.Sleep(21 * time.Millisecond)
	synctest.Wait()
	const want = `"type":"presence","count":11,"joined":["ann","n1","n3"`
	if n := strings.Count(in.String(), `"type":"presence"`); n != 1 || r.Members() != 11 ||
		!strings.Contains(in.String(), want) {
		t.Errorf("%d messages about %d members:\n%q", n, r.Members(), in.String())
	}
}

// TestNames shows that a name is used once at a time, and that a closed room
// admits no member.
func TestNames(t *testing.T) {
	r := New(Options{Queue: 10})
	ann := join(t, r, "ann", &inbox{}, nil)
	if _, err := r.Join("ann", &inbox{}, nil); !errors.Is(err, ErrTaken) {
		t.Errorf("a second ann: %v", err)
	}
	r.Leave(ann)
	again := join(t, r, "ann", &inbox{}, nil)
	r.Leave(ann) // of the first, who is not there: the second stays
	if n := r.Members(); n != 1 {
		t.Errorf("%d members", n)
	}
	if all := r.Close(); len(all) != 1 || all[0] != again {
		t.Errorf("closing it gives %v", all)
	}
	if _, err := r.Join("bob", nil, nil); !errors.Is(err, ErrClosed) {
		t.Errorf("joining a closed room: %v", err)
	}
	if _, err := r.Say(again, []byte("x")); !errors.Is(err, ErrClosed) {
		t.Errorf("speaking in a closed room: %v", err)
	}
}

// void is a connection that takes everything.
type void struct{}

func (void) Try(p []byte) (int, error)   { return len(p), nil }
func (void) Write(p []byte) (int, error) { return len(p), nil }

// trickle is a connection that takes three bytes at once, and sometimes none.
type trickle struct {
	inbox
	tries int
}

func (c *trickle) Try(p []byte) (int, error) {
	if c.tries++; c.tries%3 == 0 {
		return 0, nil
	}
	return c.Write(p[:min(3, len(p))])
}

// TestParts wants frames to stay whole and in order when a connection takes only
// parts of them, also for one that joins while messages are on their way.
func TestParts(t *testing.T) {
	r := New(Options{Queue: 1000, History: 1000, Presence: time.Hour})
	first, late := &trickle{}, &trickle{}
	speaker := join(t, r, "first", first, nil)
	members := []*Member{speaker}
	for n := range 300 {
		if _, err := r.Say(speaker, fmt.Append(nil, "text ", n)); err != nil {
			t.Fatal(err)
		}
		if n == 150 {
			members = append(members, join(t, r, "late", late, nil))
		}
	}
	handedOut(r)
	for i, c := range []*trickle{first, late} {
		<-members[i].Empty()
		text := c.String()
		for n := range 300 {
			_, rest, ok := strings.Cut(text, fmt.Sprintf("\"text\":\"text %d\"", n))
			if !ok {
				t.Fatalf("%s: text %d is missing, doubled, or out of order:\n%q", members[i].Name,
					n, c.String())
			}
			text = rest
		}
		if n := strings.Count(c.String(), `"type":"message"`); n != 300 {
			t.Errorf("%s gets %d messages", members[i].Name, n)
		}
	}
}

// full returns a room with n members whose connections take everything.
func full(t testing.TB, n int) (*Room, *Member) {
	r := New(Options{Queue: 256, History: 50, Presence: time.Hour})
	var speaker *Member
	for i := range n {
		m, err := r.Join(fmt.Sprint("n", i), void{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		<-m.Empty()
		speaker = m
	}
	return r, speaker
}

func say(t testing.TB, r *Room, speaker *Member) {
	if _, err := r.Say(speaker, []byte("hello, everybody")); err != nil {
		t.Fatal(err)
	}
	handedOut(r)
}

// handedOut waits until all that was said is written or in a queue.
func handedOut(r *Room) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.fan.running {
		r.taken.Wait()
	}
}

// TestMessage wants what is put together by hand to mean what the encoder would write.
func TestMessage(t *testing.T) {
	at := time.Date(2026, 11, 20, 10, 0, 0, 120_000_000, time.FixedZone("", 5400))
	for _, text := range []string{"x", "<b>\"a\"\\</b> & so on\n\t\x01", "\u2028 日本 \U0001f600",
		strings.Repeat("long ", 20_000)} {
		r := New(Options{})
		r.number = 42
		got := r.message(`a "name"`, []byte(text), at)
		want := encode(event{Type: "message", Number: 42, Name: `a "name"`, Text: text, At: at})
		if !equalEvents(t, got, want) {
			t.Errorf("%.80q\nwant %.80q", got, want)
		}
	}
}

// equalEvents compares the JSON of two frames: releases of Go escape differently.
func equalEvents(t *testing.T, a, b []byte) bool {
	t.Helper()
	var events [2]event
	for i, frame := range [][]byte{a, b} {
		begin := max(bytes.Index(frame, []byte(`{"type":`)), 0)
		if err := json.Unmarshal(frame[begin:], &events[i]); err != nil {
			t.Fatal(err)
		}
		if want := wire.Append(nil, wire.Frame{Opcode: wire.Text, Final: true,
			Payload: frame[begin:]}, false); !bytes.Equal(frame, want) {
			t.Errorf("%.80q is not a frame like %.80q", frame, want)
		}
	}
	return reflect.DeepEqual(events[0], events[1])
}

// TestAllocations wants a message to cost the same memory for a thousand members
// as for one: it is encoded once.
func TestAllocations(t *testing.T) {
	servertest.CountsAllocations(t)
	counts := make(map[int]float64)
	for _, n := range []int{1, 1000} {
		r, speaker := full(t, n)
		for range 60 {
			say(t, r, speaker) // fills the history and the queues
		}
		counts[n] = testing.AllocsPerRun(100, func() { say(t, r, speaker) })
	}
	t.Logf("allocations per message by members: %v", counts)
	if counts[1000] > counts[1] || counts[1] == 0 {
		t.Errorf("allocations per message by members: %v", counts)
	}
}

// BenchmarkSay is one message to a thousand members.
func BenchmarkSay(b *testing.B) {
	r, speaker := full(b, 1000)
	for range 60 {
		say(b, r, speaker) // fills the history and the queues
	}
	b.ReportAllocs()
	for b.Loop() {
		say(b, r, speaker)
	}
}
