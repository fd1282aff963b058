package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/wring-go/wring"
)

func completionVerb() verb {
	return verb{
		name: "completion", args: "bash|zsh|fish",
		short: "print a completion script for your shell",
		long: "Examples:\n\n\tsource <(wring completion bash)\n" +
			"\twring completion fish > ~/.config/fish/completions/wring.fish",
		setup: func(fs *flag.FlagSet) action { return completion },
	}
}

// completionData is what the scripts are made from.
type completionData struct {
	Verbs  []completionVerbData
	Topics []string // what help explains besides verbs
}

type completionVerbData struct {
	Name  string
	Short string
	Flags []string // with the leading dash
}

func completion(_ context.Context, e env) (int, error) {
	if len(e.args) != 1 {
		return exitTrouble, errors.New("completion needs the name of a shell: bash, zsh or fish")
	}
	script, ok := completionScripts[e.args[0]]
	if !ok {
		return exitTrouble, fmt.Errorf("no completion for %q: the shells are bash, zsh and fish",
			e.args[0])
	}
	return exitOK, writeCompletion(e.stdout, script)
}

func writeCompletion(w io.Writer, script string) error {
	t, err := template.New("").Funcs(template.FuncMap{"join": strings.Join,
		"quote": func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" },
	}).Parse(script)
	if err != nil {
		return err
	}
	return t.Execute(w, completions())
}

func completions() completionData {
	var data completionData
	for _, v := range verbs() {
		fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
		v.setup(fs)
		d := completionVerbData{Name: v.name, Short: v.short}
		fs.VisitAll(func(f *flag.Flag) { d.Flags = append(d.Flags, "-"+f.Name) })
		data.Verbs = append(data.Verbs, d)
	}
	data.Topics = []string{"causes", "exit"}
	for _, c := range wring.Causes() {
		data.Topics = append(data.Topics, c.Name)
	}
	return data
}

// completionScripts are templates over completionData. After a verb's flags
// come files and folders, which the shells complete by themselves.
var completionScripts = map[string]string{
	"bash": `_wring() {
	local cur=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} words=
	if [ "$COMP_CWORD" -eq 1 ]; then
		words='{{range .Verbs}}{{.Name}} {{end}}'
	else
		case $verb in
		help) words='{{range .Verbs}}{{.Name}} {{end}}{{join .Topics " "}}' ;;
		completion) words='bash zsh fish' ;;
{{- range .Verbs}}{{if .Flags}}
		{{.Name}}) words='{{join .Flags " "}}' ;;{{end}}{{end}}
		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _wring wring
`,
	"zsh": `#compdef wring
_wring() {
	local -a verbs=({{range .Verbs}}
		{{quote (print .Name ":" .Short)}}{{end}})
	if (( CURRENT == 2 )); then
		_describe verb verbs
		return
	fi
	case $words[2] in
	help) compadd {{range .Verbs}}{{.Name}} {{end}}{{join .Topics " "}} ;;
	completion) compadd bash zsh fish ;;
{{- range .Verbs}}{{if .Flags}}
	{{.Name}}) compadd -- {{join .Flags " "}}; _files ;;{{end}}{{end}}
	esac
}
compdef _wring wring
`,
	"fish": `{{range .Verbs -}}
complete -c wring -n __fish_use_subcommand -a {{.Name}} -d {{quote .Short}}
{{$name := .Name}}{{range .Flags -}}
complete -c wring -n '__fish_seen_subcommand_from {{$name}}' -o {{slice . 1}}
{{end}}{{end -}}
complete -c wring -f -n '__fish_seen_subcommand_from help' -a '{{join .Topics " "}}'
complete -c wring -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
`,
}
