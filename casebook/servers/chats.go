package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/histogram"
	"github.com/wring-go/wring/casebook/load/report"
	"github.com/wring-go/wring/casebook/load/schedule"
	"github.com/wring-go/wring/casebook/wire"
)

// chatFigures is what was measured of one chat.
type chatFigures struct {
	idle      float64 // bytes per client
	clients   int
	latency   histogram.Histogram // from sending to reading, of all subscribers
	delivered uint64
	wanted    uint64
	cpu, own  float64 // µs per delivery: of the server, and of the clients
	rate      float64 // messages per second that were sent
}

func (m *measurement) chats() []contender {
	return []contender{
		{name: "chat", args: []string{m.bin["chat"], "-listen", "127.0.0.1:PORT", "-rate", "1000",
			"-burst", "1000"}},
		{name: "gorilla/websocket's example", args: []string{m.bin["gorilla"], "127.0.0.1:PORT"}},
		{name: "gws", args: []string{m.bin["gws"], "127.0.0.1:PORT"}},
	}
}

// chatTable measures the chats one after the other: memory of idle clients, and a
// fan-out to a thousand.
func (m *measurement) chatTable(ctx context.Context) ([]contender, []chatFigures, error) {
	all := m.chats()
	f := make([]chatFigures, len(all))
	for i := range all {
		m.progress("chats", all[i].name, 0)
		if err := all[i].start(ctx); err != nil {
			return nil, nil, err
		}
		err := f[i].measure(ctx, all[i], m)
		all[i].stop()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", all[i].name, err)
		}
	}
	return all, f, nil
}

func (f *chatFigures) measure(ctx context.Context, c contender, m *measurement) error {
	before, err := residentBytes(c.pid)
	if err != nil {
		return err
	}
	f.clients = m.chatClients
	idle, err := joinAll(ctx, c.address, "idle", m.chatClients)
	if err != nil {
		return err
	}
	time.Sleep(2 * time.Second) // until the joins have been announced
	after, err := residentBytes(c.pid)
	f.idle = float64(after-before) / float64(m.chatClients)
	closeAll(idle)
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	return f.fanOut(ctx, c, m)
}

// joinAll connects clients to rooms of a hundred, so that announcements of
// joins cost little.
func joinAll(ctx context.Context, address, room string, n int) ([]*wire.Conn, error) {
	var all []*wire.Conn
	for i := range n {
		path := fmt.Sprintf("/rooms/%s%d/ws?name=n%d", room, i/100, i)
		c, err := wire.Dial(ctx, address, path, wire.Options{Source: source(i), Buffer: 256})
		if err != nil {
			closeAll(all)
			return nil, fmt.Errorf("after %d clients: %w", i, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// source returns one of several addresses of loopback.
func source(i int) string { return fmt.Sprintf("127.0.0.%d", 1+i/2000) }

func closeAll(all []*wire.Conn) {
	for _, c := range all {
		c.Conn.Close()
	}
}

// fanOut sends a hundred messages per second to a thousand in one room.
func (f *chatFigures) fanOut(ctx context.Context, c contender, m *measurement) error {
	var all []*wire.Conn
	defer func() { closeAll(all) }()
	for i := range m.subscribers {
		conn, err := wire.Dial(ctx, c.address, fmt.Sprintf("/rooms/fan/ws?name=n%d", i),
			wire.Options{})
		if err != nil {
			return err
		}
		all = append(all, conn)
	}
	time.Sleep(2 * time.Second)
	var mu sync.Mutex
	var reading sync.WaitGroup
	for _, conn := range all {
		reading.Go(func() {
			h := listenTo(conn)
			mu.Lock()
			defer mu.Unlock()
			f.latency.Merge(h)
		})
	}
	before, err := generator.ProcessCPU(c.pid)
	if err != nil {
		return err
	}
	own, err := generator.ProcessCPU(os.Getpid())
	if err != nil {
		return err
	}
	sent := 0
	begin := time.Now()
	for offset := range schedule.Constant(100, m.fan) {
		meant := begin.Add(offset) // latency counts from then: a late message is late
		time.Sleep(time.Until(meant))
		text := fmt.Appendf(nil, "at %d .", meant.UnixNano())
		if err := all[sent%len(all)].Write(wire.Text, text); err != nil {
			return err
		}
		sent++
	}
	f.rate = float64(sent) / time.Since(begin).Seconds()
	for _, conn := range all {
		conn.SetReadDeadline(time.Now().Add(3 * time.Second)) // for what is on its way
	}
	reading.Wait()
	after, err := generator.ProcessCPU(c.pid)
	if err != nil {
		return err
	}
	ownAfter, err := generator.ProcessCPU(os.Getpid())
	f.delivered, f.wanted = f.latency.Count(), uint64(sent*len(all))
	f.cpu = float64((after - before).Microseconds()) / float64(max(f.delivered, 1))
	f.own = float64((ownAfter - own).Microseconds()) / float64(max(f.delivered, 1))
	return err
}

// listenTo reads until the deadline and returns how long messages took.
func listenTo(conn *wire.Conn) *histogram.Histogram {
	h := new(histogram.Histogram)
	buf := make([]byte, 512)
	for {
		frame, err := conn.NextData(buf)
		if err != nil {
			return h
		}
		if at, ok := stamp(frame.Payload); ok {
			h.Record(time.Since(at))
		}
	}
}

// row returns the cells of a chat's row.
func (f *chatFigures) row(name string) []string {
	return []string{name, fmt.Sprintf("%.0f", f.idle), fmt.Sprint(f.clients),
		fmt.Sprintf("%.0f", f.rate), report.Duration(f.latency.Quantile(0.5)),
		report.Duration(f.latency.Quantile(0.99)), fmt.Sprintf("%.1f", f.cpu),
		fmt.Sprintf("%.1f", f.own), fmt.Sprintf("%d of %d", f.delivered, f.wanted)}
}
