package interpolate

import (
	"context"
	"database/sql/driver"
	"io"
	"net"
	"unsafe"

	"github.com/go-sql-driver/mysql"
)

// driverConn is a connection of the driver, to a server that says hello and
// nothing more. It is there so that the driver's own function can be measured,
// which is a method of its connection.
type driverConn struct {
	conn   driver.Conn
	server net.Conn
}

// openDriver opens a connection of the driver with its default settings.
func openDriver(ctx context.Context) (*driverConn, error) {
	client, server := net.Pipe()
	cfg := mysql.NewConfig()
	cfg.Addr = "nowhere"
	cfg.DialFunc = func(context.Context, string, string) (net.Conn, error) { return client, nil }
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	go greet(server)
	conn, err := connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &driverConn{conn, server}, nil
}

func (c *driverConn) close() {
	c.conn.Close()
	c.server.Close()
}

// greet lets a client in that has no password, and then reads what it says. It
// ends when the connection is closed.
func greet(conn net.Conn) {
	hello := []byte{10}                                             // version of the protocol
	hello = append(hello, "11.0.0\x00"...)                          // version of the server
	hello = append(hello, 1, 0, 0, 0)                               // number of the connection
	hello = append(hello, "abcdefgh\x00"...)                        // challenge, first part
	hello = append(hello, 0x00, 0x82, 45, 2, 0, 0x08, 0, 21)        // protocol 4.1, plugins
	hello = append(hello, make([]byte, 10)...)                      // reserved
	hello = append(hello, "ijklmnopqrst\x00"...)                    // challenge, second part
	hello = append(hello, "mysql_native_password\x00"...)           // plugin
	conn.Write(append([]byte{byte(len(hello)), 0, 0, 0}, hello...)) // 0: first packet
	answer := make([]byte, 4096)
	conn.Read(answer)
	conn.Write([]byte{7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0}) // OK, with autocommit
	io.Copy(io.Discard, conn)
}

// interpolate is what the driver does with interpolateParams=true.
func (c *driverConn) interpolate(query string, args []driver.Value) (string, error) {
	// An interface value is a type and a pointer; the driver's connection is one.
	conn := (*[2]unsafe.Pointer)(unsafe.Pointer(&c.conn))[1]
	return interpolateParams(conn, query, args)
}

// interpolateParams is the driver's method, which is not exported.
//
//go:linkname interpolateParams github.com/go-sql-driver/mysql.(*mysqlConn).interpolateParams
func interpolateParams(conn unsafe.Pointer, query string, args []driver.Value) (string, error)
