package plant

const netImports = `import (
	wringconnerrors "errors"
	wringconnio "io"
	wringnet "net"
	wringconntime "time"
)
`

// A connection reads and writes what the harness hands out and notes; that a deadline is set is
// noted, and not which one. A connection for packets ends with the last of those that it has.
const netCode = `
type wringConn struct {
	wringconnio.ReadWriteCloser
	Port      uint16
	Deadlines []bool
}

func wringConnected(rwc wringconnio.ReadWriteCloser, port uint16) wringnet.Conn {
	return &wringConn{ReadWriteCloser: rwc, Port: port}
}

func (c *wringConn) LocalAddr() wringnet.Addr {
	return &wringnet.TCPAddr{IP: wringnet.IPv4(192, 0, 2, 1), Port: 443}
}

func (c *wringConn) RemoteAddr() wringnet.Addr {
	return &wringnet.TCPAddr{IP: wringnet.IPv4(192, 0, 2, 2), Port: int(c.Port)}
}

func (c *wringConn) SetDeadline(t wringconntime.Time) error {
	c.Deadlines = append(c.Deadlines, t.IsZero())
	return nil
}

func (c *wringConn) SetReadDeadline(t wringconntime.Time) error { return c.SetDeadline(t) }

func (c *wringConn) SetWriteDeadline(t wringconntime.Time) error { return c.SetDeadline(t) }

type wringPacketConn struct {
	Packets, Sent [][]byte
	To            []string
	Closed        bool
	Deadlines     []bool
}

func wringPackets(packets [][]byte) wringnet.PacketConn {
	return &wringPacketConn{Packets: packets}
}

var wringNoPacket = wringconnerrors.New("no packet")

func (c *wringPacketConn) ReadFrom(p []byte) (int, wringnet.Addr, error) {
	if c.Closed {
		return 0, nil, wringnet.ErrClosed
	}
	if len(c.Packets) == 0 {
		return 0, nil, wringNoPacket
	}
	first := c.Packets[0]
	c.Packets = c.Packets[1:]
	from := &wringnet.UDPAddr{IP: wringnet.IPv4(192, 0, 2, 2), Port: 1024 + len(c.Packets)}
	return copy(p, first), from, nil
}

func (c *wringPacketConn) WriteTo(p []byte, to wringnet.Addr) (int, error) {
	if c.Closed {
		return 0, wringnet.ErrClosed
	}
	c.Sent = append(c.Sent, append([]byte(nil), p...))
	name := ""
	if to != nil {
		name = to.String()
	}
	c.To = append(c.To, name)
	return len(p), nil
}

func (c *wringPacketConn) Close() error {
	c.Closed = true
	return nil
}

func (c *wringPacketConn) LocalAddr() wringnet.Addr {
	return &wringnet.UDPAddr{IP: wringnet.IPv4(192, 0, 2, 1), Port: 53}
}

func (c *wringPacketConn) SetDeadline(t wringconntime.Time) error {
	c.Deadlines = append(c.Deadlines, t.IsZero())
	return nil
}

func (c *wringPacketConn) SetReadDeadline(t wringconntime.Time) error { return c.SetDeadline(t) }

func (c *wringPacketConn) SetWriteDeadline(t wringconntime.Time) error { return c.SetDeadline(t) }
`
