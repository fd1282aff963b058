package accesslog

import "fmt"

// Options say how a log is read. The zero value finds everything out.
type Options struct {
	// Format is the name of a format, a log_format of nginx, a LogFormat of
	// Apache or a format of Envoy. Empty, it is found from the first lines.
	Format string
	// Fields are the columns of a tab-separated log without a header.
	Fields []string
	// Map gives fields their meaning: the name in the log to one of the names
	// time, path, method, status, bytes, at, client and so on.
	Map map[string]string
	// Unit of the times; 0 for what the name or the size of the values says.
	Unit Unit
	// Extra are fields that -by or -where use by their name.
	Extra []string
	// Since and Until limit the time of day, in Unix nanoseconds; 0 does not.
	Since, Until int64
	// Where chooses entries; nil takes all.
	Where func(*Entry) (bool, error)
}

// Check reports what cannot be meant.
func (opt Options) Check() error {
	for field, r := range opt.Map {
		if roleNames()[r] == roleNone {
			return fmt.Errorf("-map %s=%s: the first is one of time, upstream, path, method, "+
				"request, query, status, bytes, at, client, host, agent and referer", r, field)
		}
	}
	if len(opt.Extra) > maxExtra {
		return fmt.Errorf("%d fields by name are used, and at most %d can be: %q",
			len(opt.Extra), maxExtra, opt.Extra)
	}
	return nil
}
