package svg

// style is the look of a picture: colours for light and for dark pages, and how each sort of box and arrow uses them. All
// rules begin with the class of the picture, so that they reach nothing else on a page that holds it.
const style = `.flowglot{--paper:#fff;--ink:#1f2430;--soft:#59606e;--line:#5b6472;--frame:#f6f8fb;--inner:#fff;--edge:#c3cad5;` +
	`--task:#f7f7ff;--task-line:#6c5ce7;--user:#e8f4fd;--user-line:#2471a3;--choice:#fff6d6;--choice-line:#b7950b;` +
	`--data:#f4f6f7;--data-line:#7f8c8d;--wait:#eef7f2;--wait-line:#148f77;--ok:#e3f6e8;--ok-line:#1e8449;` +
	`--fail:#fde8e6;--fail-line:#c0392b;--next:#f3e9fb;--next-line:#8e44ad;--warn:#fdebd0;--warn-line:#b9600f;--idle:#f4f5f7;--idle-line:#b2babb}
@media (prefers-color-scheme:dark){.flowglot{--paper:#15181e;--ink:#e8eaf0;--soft:#a9b1bf;--line:#97a1b1;--frame:#1b2029;--inner:#15181e;--edge:#3b4454;` +
	`--task:#23223c;--task-line:#9a8ff5;--user:#14293a;--user-line:#63b0e6;--choice:#322c11;--choice-line:#d9b938;` +
	`--data:#242a2e;--data-line:#97a5aa;--wait:#122c26;--wait-line:#3fc6a9;--ok:#12301d;--ok-line:#4cc274;` +
	`--fail:#391b18;--fail-line:#f0786a;--next:#2b1d38;--next-line:#c48be3;--warn:#3a2710;--warn-line:#eea356;--idle:#1c2027;--idle-line:#566070}}
.flowglot{background:var(--paper);font-family:Arial,Helvetica,'Liberation Sans','Nimbus Sans',sans-serif;font-size:12px}
.flowglot text{fill:var(--soft);white-space:pre}
.flowglot .t{fill:var(--ink);font-weight:bold;font-size:13.5px}
.flowglot .heading{fill:var(--ink);font-size:15px}
.flowglot .box .s{fill:var(--inner);stroke:var(--line);stroke-width:1.25}
.flowglot .frame .s{fill:var(--frame);stroke:var(--edge)}
.flowglot .branch .s{fill:var(--inner);stroke:var(--edge);stroke-dasharray:4 3}
.flowglot .bar .s,.flowglot .start .s{fill:var(--ink);stroke:none}
.flowglot .end .s{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.flowglot .end .core{fill:var(--ink)}
.flowglot .task .s{fill:var(--task);stroke:var(--task-line)}
.flowglot .user .s{fill:var(--user);stroke:var(--user-line)}
.flowglot .choice .s{fill:var(--choice);stroke:var(--choice-line)}
.flowglot .data .s{fill:var(--data);stroke:var(--data-line)}
.flowglot .wait .s{fill:var(--wait);stroke:var(--wait-line)}
.flowglot .ok .s{fill:var(--ok);stroke:var(--ok-line)}
.flowglot .fail .s{fill:var(--fail);stroke:var(--fail-line)}
.flowglot .next .s{fill:var(--next);stroke:var(--next-line)}
.flowglot .edge path{fill:none;stroke:var(--line);stroke-width:1.4}
.flowglot .edge .head{fill:var(--line);stroke:none}
.flowglot .edge text{fill:var(--ink)}
.flowglot .edge.error path{stroke:var(--fail-line);stroke-dasharray:6 4}
.flowglot .edge.error .head,.flowglot .edge.error text{fill:var(--fail-line)}
.flowglot .edge.timer path{stroke:var(--user-line);stroke-dasharray:2 3}
.flowglot .edge.timer .head,.flowglot .edge.timer text{fill:var(--user-line)}
.flowglot .edge.automatic path{stroke-dasharray:5 4}
.flowglot .edge.disabled path{stroke:var(--idle-line);stroke-dasharray:2 4}
.flowglot .edge.disabled .head{fill:var(--idle-line)}
.flowglot .edge .head{stroke:none!important}
.flowglot .idle .s{fill:var(--idle);stroke:var(--idle-line);stroke-dasharray:4 3}
.flowglot .idle text{fill:var(--soft)}
.flowglot .edge.idle path{stroke:var(--idle-line)}
.flowglot .edge.idle .head{fill:var(--idle-line);stroke:none}
.flowglot .edge.idle text{fill:var(--soft)}
.flowglot .done .s{fill:var(--ok);stroke:var(--ok-line);stroke-width:2}
.flowglot .done .n,.flowglot .edge.done text{fill:var(--ok-line)}
.flowglot .edge.done path{stroke:var(--ok-line);stroke-width:2.6}
.flowglot .edge.done .head{fill:var(--ok-line);stroke:none}
.flowglot .waiting .s{fill:var(--user);stroke:var(--user-line);stroke-width:2}
.flowglot .waiting .n,.flowglot .edge.waiting text{fill:var(--user-line)}
.flowglot .edge.waiting path{stroke:var(--user-line);stroke-width:2.6}
.flowglot .edge.waiting .head{fill:var(--user-line);stroke:none}
.flowglot .warned .s{fill:var(--warn);stroke:var(--warn-line);stroke-width:2}
.flowglot .warned .n,.flowglot .edge.warned text{fill:var(--warn-line)}
.flowglot .edge.warned path{stroke:var(--warn-line);stroke-width:2.6}
.flowglot .edge.warned .head{fill:var(--warn-line);stroke:none}
.flowglot .failed .s{fill:var(--fail);stroke:var(--fail-line);stroke-width:2}
.flowglot .failed .n,.flowglot .edge.failed text{fill:var(--fail-line)}
.flowglot .edge.failed path{stroke:var(--fail-line);stroke-width:2.6}
.flowglot .edge.failed .head{fill:var(--fail-line);stroke:none}
.flowglot a{text-decoration:none}
.flowglot a:hover .s,.flowglot a:focus .s{stroke-width:3}
`
