// Package accesslog adds up the access log of a service by route: it finds the
// format from the first lines, reads each line once without allocating, learns
// the routes from the paths, and accounts for every line that it read.
//
//	Source -> Format -> Entry -> Books -> Report
//
// Books are plain sums: those of several machines can be added, and give what
// one machine that had read all of it would give.
package accesslog
