package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// routeTable is the routes of a service. What stands in braces is a variable, of
// a kind that values knows.
type routeTable struct {
	name   string
	routes []string
}

func findTable(name string) (routeTable, error) {
	var names []string
	for _, t := range routeTables() {
		if t.name == name {
			return t, nil
		}
		names = append(names, t.name)
	}
	return routeTable{}, fmt.Errorf("%q is no table: they are %s", name, strings.Join(names, ", "))
}

//go:embed tables.txt
var tablesText string

// routeTables reads tables.txt.
func routeTables() []routeTable {
	var tables []routeTable
	for line := range strings.Lines(tablesText) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			tables = append(tables, routeTable{name: strings.Trim(line, "[]")})
		default:
			last := &tables[len(tables)-1]
			last.routes = append(last.routes, line)
		}
	}
	return tables
}
