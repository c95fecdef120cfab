package page

import "html/template"

// layout reads the layout, which loads nothing, and follows the reader's choice of light or dark colours.
func layout() (*template.Template, error) { return template.New("page").Parse(markup) }

const markup = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}: {{.Status}}</title>
<style>
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #2a8a4a; --bad: #c5323c; --wait: #3567c8; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .wait { color: var(--wait); }
figure { margin: 0; overflow: auto; border: 1px solid var(--line); border-radius: 6px; padding: .5rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
td.at { white-space: nowrap; text-align: right; color: #888; } tr.enter td { font-weight: 600; background: var(--soft); }
pre { margin: .2rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font-weight: 400; font-size: 13px; }
summary { cursor: pointer; color: #888; font-weight: 400; }
.name { width: 14rem; } .bar rect.good { fill: var(--good); } .bar rect.bad { fill: var(--bad); }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
<p><strong class="{{.Class}}">{{.Status}}</strong> after {{.Elapsed}}, {{.Steps}} steps{{if .Error}}<br><span class="bad">{{.Error}}</span>{{end}}</p>
{{if .Drawing}}<figure>{{.Drawing}}</figure>{{end}}
<h2>Output</h2>
<pre>{{.Output}}</pre>
{{if .Bars}}<h2>Calls</h2>
<table>{{range .Bars}}<tr><td class="name">{{.Name}}</td><td><svg class="bar" viewBox="0 0 1004 14" width="100%" height="14" preserveAspectRatio="none" role="img" aria-label="{{.Text}}"><title>{{.Text}}</title><rect class="{{.Class}}" x="{{printf "%.1f" .From}}" y="2" width="{{printf "%.1f" .Length}}" height="10"/></svg></td></tr>
{{end}}</table>{{end}}
<h2>Steps</h2>
<table><tr><th>time</th><th></th><th>what happened</th></tr>
{{range .Events}}<tr class="{{.Class}}"><td class="at">{{.At}}</td><td class="{{.Class}}">{{.Mark}}</td><td>{{.Name}} <span class="{{.Class}}">{{.What}}</span>{{if .Data}}<details><summary>data</summary><pre>{{.Data}}</pre></details>{{end}}</td></tr>
{{end}}</table>
{{if .Left}}<p>{{.Left}} further events are not shown.</p>{{end}}
</body>
</html>
`
