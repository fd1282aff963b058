package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-sql-driver/mysql"
)

// dsnVariable is the environment variable that names a server.
const dsnVariable = "WRING_DSN"

// target is a server: a DSN for its driver, and what to call it in messages.
type target struct {
	driver  string // "mysql" or "postgres"
	dsn     string
	name    string   // without the password
	secrets []string // that no message may hold
}

// hide takes the secrets out of an error.
func (t target) hide(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, s := range t.secrets {
		text = strings.ReplaceAll(text, s, "***")
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

// findTarget names the server by the flag, the environment or a file, in this
// order.
func (c *sqlCommand) findTarget() (target, error) {
	switch {
	case c.dsn != "":
		return parseDSN(c.dsn)
	case c.defaults != "":
		return fromDefaults(c.defaults)
	case os.Getenv(dsnVariable) != "":
		return parseDSN(os.Getenv(dsnVariable))
	}
	if home, err := os.UserHomeDir(); err == nil {
		name := filepath.Join(home, ".my.cnf")
		if _, err := os.Stat(name); err == nil {
			return fromDefaults(name)
		}
	}
	return target{}, fmt.Errorf("no server and no file is named: set %s, use -dsn or "+
		"-defaults-file, or name a slow log", dsnVariable)
}

// parseDSN reads a DSN of either driver. Its text is in no error.
func parseDSN(dsn string) (target, error) {
	if strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://") {
		return postgresTarget(dsn)
	}
	if rest, ok := strings.CutPrefix(dsn, "mysql://"); ok {
		return mysqlURL(rest)
	}
	cfg, err := mysql.ParseDSN(dsn)
	if err != nil {
		return target{}, errors.New("the DSN cannot be read: it is " +
			"mysql://user@host:3306/database, postgres://user@host:5432/database, or " +
			"user@tcp(host:3306)/database")
	}
	return mysqlTarget(cfg), nil
}

// mysqlURL reads user:password@host:port/database?parameters.
func mysqlURL(rest string) (target, error) {
	wrong := errors.New("the DSN cannot be read: after mysql:// comes user@host:3306/database, " +
		"with % and two digits for special bytes in the password")
	u, err := url.Parse("mysql://" + rest)
	if err != nil || u.Host == "" {
		return target{}, wrong
	}
	address := u.Host
	if u.Port() == "" {
		address = net.JoinHostPort(u.Hostname(), "3306")
	}
	query := ""
	if u.RawQuery != "" {
		query = "?" + u.RawQuery
	}
	cfg, err := mysql.ParseDSN("tcp(" + address + ")" + or(u.Path, "/") + query)
	if err != nil {
		return target{}, wrong
	}
	cfg.User = u.User.Username()
	cfg.Passwd, _ = u.User.Password()
	return mysqlTarget(cfg), nil
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// mysqlTarget completes a configuration.
func mysqlTarget(cfg *mysql.Config) target {
	if cfg.Passwd == "" {
		cfg.Passwd = os.Getenv("MYSQL_PWD")
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = connectPatience
	}
	cfg.InterpolateParams = true
	t := target{driver: "mysql", dsn: cfg.FormatDSN(), name: cfg.User + "@" + cfg.Addr}
	if cfg.Passwd != "" {
		t.secrets = []string{cfg.Passwd}
	}
	return t
}

// postgresTarget completes a URL. PGPASSWORD and the like are the driver's affair.
func postgresTarget(dsn string) (target, error) {
	u, err := url.Parse(dsn)
	if err != nil || u.Host == "" {
		return target{}, errors.New("the DSN cannot be read: it is " +
			"postgres://user@host:5432/database, with % and two digits for special bytes")
	}
	t := target{driver: "postgres", name: u.User.Username() + "@" + u.Host}
	if password, ok := u.User.Password(); ok && password != "" {
		t.secrets = []string{password, url.QueryEscape(password)}
	}
	query := u.Query()
	if !query.Has("connect_timeout") {
		query.Set("connect_timeout", fmt.Sprint(int(connectPatience.Seconds())))
	}
	u.RawQuery = query.Encode()
	t.dsn = u.String()
	return t, nil
}

// fromDefaults reads the section [client] of a file in the form of my.cnf, and
// those of MariaDB's own clients.
func fromDefaults(name string) (target, error) {
	f, err := os.Open(name)
	if err != nil {
		return target{}, fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
	}
	defer f.Close()
	values, section := map[string]string{}, ""
	in := bufio.NewScanner(f)
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[] \t")
			continue
		}
		if line == "" || line[0] == '#' || line[0] == ';' || line[0] == '!' {
			continue
		}
		switch section {
		case "client", "client-server", "client-mariadb", "mysql":
			key, value, _ := strings.Cut(line, "=")
			key = strings.ReplaceAll(strings.TrimSpace(key), "-", "_")
			values[key] = unquoted(strings.TrimSpace(value))
		}
	}
	if err := in.Err(); err != nil {
		return target{}, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	if len(values) == 0 {
		return target{}, fmt.Errorf("%s has no section [client] with a server in it", name)
	}
	cfg := mysql.NewConfig()
	cfg.User, cfg.Passwd, cfg.DBName = values["user"], values["password"], values["database"]
	cfg.Net = "tcp"
	cfg.Addr = net.JoinHostPort(or(values["host"], "127.0.0.1"), or(values["port"], "3306"))
	if socket := values["socket"]; socket != "" && values["host"] == "" {
		cfg.Net, cfg.Addr = "unix", socket
	}
	return mysqlTarget(cfg), nil
}

// unquoted takes the quotes off a value, or the comment after it.
func unquoted(value string) string {
	if len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
		return value[1 : len(value)-1]
	}
	value, _, _ = strings.Cut(value, " #")
	return strings.TrimSpace(value)
}
