package bench

// Repositories are the modules that wring fix is run over: popular, with
// benchmarks, and with tests that need no network.
func Repositories() []Target {
	var list []Target
	for _, r := range []struct{ name, module string }{
		{"semver", "github.com/Masterminds/semver/v3@v3.5.0"},
		{"humanize", "github.com/dustin/go-humanize@v1.1.0"},
		{"uuid", "github.com/google/uuid@v1.6.0"},
		{"logrus", "github.com/sirupsen/logrus@v1.10.2"},
		{"tablewriter", "github.com/olekukonko/tablewriter@v1.1.5"},
		{"toml", "github.com/BurntSushi/toml@v1.6.0"},
		{"chi", "github.com/go-chi/chi/v5@v5.5.0"},
		{"mux", "github.com/gorilla/mux@v1.8.1"},
		{"dns", "github.com/miekg/dns@v1.1.73"},
		{"blackfriday", "github.com/russross/blackfriday/v2@v2.1.0"},
		{"runewidth", "github.com/mattn/go-runewidth@v0.0.31"},
		{"logfmt", "github.com/go-logfmt/logfmt@v0.6.1"},
		{"pflag", "github.com/spf13/pflag@v1.1.0"},
		{"gojq", "github.com/itchyny/gojq@v0.12.20"},
		{"expr", "github.com/expr-lang/expr@v1.17.8"},
		{"excelize", "github.com/xuri/excelize/v2@v2.11.1"},
		{"text", "golang.org/x/text@v0.43.0"},
	} {
		list = append(list, Target{Name: r.name, Module: r.module, Patterns: []string{"./..."}})
	}
	for _, t := range Modules() {
		if t.Name == "goldmark" || t.Name == "gjson" {
			list = append(list, t)
		}
	}
	return list
}

// Unbenched are modules with tests and without benchmarks, whose tests need no
// network.
func Unbenched() []Target {
	var list []Target
	for _, r := range []struct{ name, module string }{
		{"xstrings", "github.com/huandu/xstrings@v1.6.1"},
		{"shellwords", "github.com/caarlos0/go-shellwords@v1.0.12"},
		{"version", "github.com/hashicorp/go-version@v1.7.0"},
		{"jsonpointer", "github.com/go-openapi/jsonpointer@v0.21.1"},
		{"openapi-errors", "github.com/go-openapi/errors@v0.22.2"},
		{"querystring", "github.com/google/go-querystring@v1.1.0"},
		{"multierror", "github.com/hashicorp/go-multierror@v1.1.1"},
		{"cpio", "github.com/cavaliergopher/cpio@v1.0.1"},
		{"oauth1", "github.com/dghubble/oauth1@v0.7.3"},
		{"libdns", "github.com/libdns/libdns@v1.1.1"},
		{"sling", "github.com/dghubble/sling@v1.4.0"},
		{"jsonschema", "github.com/invopop/jsonschema@v0.13.0"},
	} {
		list = append(list, Target{Name: r.name, Module: r.module, Patterns: []string{"./..."}})
	}
	return list
}
