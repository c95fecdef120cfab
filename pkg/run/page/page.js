"use strict";
(() => {
  const page = JSON.parse(document.getElementById("page-data").textContent);
  const at = (id) => document.getElementById(id);
  const make = (tag, className, text) => {
    const e = document.createElement(tag);
    if (className) e.className = className;
    if (text !== undefined) e.textContent = text;
    return e;
  };

  // A List shows rows of which only those in sight are in the document. Arrow keys, Page Up and Down, Home and End move the
  // selection, as in any list box; render fills a row, and select is told which was selected.
  class List {
    constructor(box, render, select) {
      this.box = box; this.render = render; this.select = select;
      this.count = 0; this.at = -1; this.rows = new Map(); this.height = 26;
      this.inner = box.appendChild(make("div"));
      this.inner.setAttribute("role", "presentation");
      box.addEventListener("scroll", () => this.draw());
      box.addEventListener("keydown", (e) => this.key(e));
      box.addEventListener("focus", () => { if (this.at < 0 && this.count > 0) this.go(0); });
      new ResizeObserver(() => this.draw()).observe(box);
    }
    fill(count) {
      this.count = count; this.at = -1; this.rows.clear();
      this.inner.replaceChildren();
      this.inner.style.height = count * this.height + "px";
      this.box.dataset.rows = count;
      this.box.removeAttribute("aria-activedescendant");
      this.box.scrollTop = 0;
      this.draw();
    }
    draw() {
      const first = Math.max(0, Math.floor(this.box.scrollTop / this.height) - 10);
      const last = Math.min(this.count, Math.ceil((this.box.scrollTop + this.box.clientHeight) / this.height) + 10);
      for (const [i, row] of this.rows) if ((i < first || i >= last) && i !== this.at) { row.remove(); this.rows.delete(i); }
      for (let i = first; i < last; i++) this.row(i);
    }
    row(i) {
      if (this.rows.has(i)) return this.rows.get(i);
      const row = make("div", "row");
      row.id = this.box.id + "-" + i;
      row.setAttribute("role", "option");
      row.setAttribute("aria-posinset", i + 1);
      row.setAttribute("aria-setsize", this.count);
      row.setAttribute("aria-selected", i === this.at);
      row.style.top = i * this.height + "px";
      row.addEventListener("click", () => this.go(i));
      this.render(row, i);
      this.rows.set(i, row);
      this.inner.append(row);
      return row;
    }
    go(i, quiet) {
      if (this.count === 0) return;
      i = Math.max(0, Math.min(this.count - 1, i));
      if (this.rows.has(this.at)) this.rows.get(this.at).setAttribute("aria-selected", false);
      this.at = i;
      const top = i * this.height;
      if (top < this.box.scrollTop) this.box.scrollTop = top;
      if (top + this.height > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top + this.height - this.box.clientHeight;
      this.draw();
      this.row(i).setAttribute("aria-selected", true);
      this.box.setAttribute("aria-activedescendant", this.box.id + "-" + i);
      if (!quiet) this.select(i);
    }
    key(e) {
      const screen = Math.max(1, Math.floor(this.box.clientHeight / this.height) - 1);
      const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + screen, PageUp: this.at - screen, Home: 0, End: this.count - 1 }[e.key];
      if (to === undefined || e.ctrlKey || e.altKey || e.metaKey) return;
      e.preventDefault();
      this.go(to);
    }
  }

  const drawing = (figure, number) => {
    figure.replaceChildren();
    const from = at("drawing-" + number);
    if (from) figure.append(from.content.cloneNode(true));
  };
  for (const figure of document.querySelectorAll(".covers")) {
    figure.parentElement.addEventListener("toggle", () => { if (!figure.firstChild) drawing(figure, figure.dataset.drawing); });
  }

  const states = ["idle", "done", "waiting", "warned", "failed"];
  let shown = null; // the case
  let boxes = new Map(); // of the drawing, by their ids

  // mark shows where the run of a case came, on a drawing that does not show it.
  const mark = (c) => {
    boxes = new Map();
    const edges = new Map((c.edges || []).map((e) => [JSON.stringify(e.slice(0, 3)), e[3]]));
    for (const g of at("drawing").querySelectorAll("g[data-node], g[data-kind]")) {
      let state;
      if (g.dataset.node !== undefined) {
        if (g.dataset.node !== "[*]" && g.dataset.node !== "") boxes.set(g.dataset.node, g);
        state = c.nodes && c.nodes[g.dataset.node];
      } else {
        state = edges.get(JSON.stringify([g.dataset.from, g.dataset.to, g.dataset.kind]));
      }
      if (state) { g.classList.remove(...states); g.classList.add(state); }
    }
    for (const [id, g] of boxes) {
      g.addEventListener("click", (e) => { e.stopPropagation(); e.preventDefault(); next(id); });
    }
  };

  // next selects the next step of a box that was clicked.
  const next = (id) => {
    const n = shown.events.length;
    for (let k = 1; k <= n; k++) {
      const i = (steps.at + k + n) % n;
      if (shown.texts[shown.events[i][7]] === id && shown.events[i][1] === "●") { steps.go(i); return; }
    }
  };

  const line = new List(at("line"), (row, i) => {
    const [kind, name, what, from, to] = shown.bars[i];
    const label = shown.texts[name] + ": " + shown.texts[what];
    row.append(make("span", "", shown.texts[name]));
    const track = row.appendChild(make("span", "track"));
    const bar = track.appendChild(make("i", kind));
    const end = Math.max(...[shown.end, 1e-9]);
    bar.style.left = 99 * from / end + "%";
    bar.style.width = 99 * (to - from) / end + "%";
    const text = `${label}, at ${from} s, took ${Math.round((to - from) * 1000) / 1000} s` + ({ bad: ", failed", cut: ", cancelled" }[kind] || "");
    row.title = text;
    row.setAttribute("aria-label", text);
  }, (i) => steps.go(shown.bars[i][5]));

  const steps = new List(at("steps"), (row, i) => {
    const [time, sign, kind, name, what, , depth] = shown.events[i];
    if (kind === "enter") row.classList.add("enter");
    row.append(make("span", "at", i > 0 && shown.events[i - 1][0] === time ? "" : time));
    const m = row.appendChild(make("span", "mark " + kind, sign));
    m.setAttribute("aria-hidden", "true");
    m.style.marginLeft = Math.min(depth, 12) * 0.9 + "rem";
    row.append(" " + shown.texts[name] + " ", make("span", "what " + kind, shown.texts[what]));
    row.setAttribute("aria-label", `${time}: ${shown.texts[name]} ${shown.texts[what]}`);
  }, (i) => {
    const [time, sign, , name, what, data, , box] = shown.events[i];
    at("data").querySelector("h4").textContent = `${sign} ${shown.texts[name]} at ${time}`;
    at("data").querySelector("pre").textContent = data ? shown.texts[data] : shown.texts[what];
    for (const g of at("drawing").querySelectorAll(".here")) g.classList.remove("here");
    const g = boxes.get(shown.texts[box]);
    if (g) {
      g.classList.add("here");
      const figure = at("drawing"), f = figure.getBoundingClientRect(), b = g.getBoundingClientRect();
      if (b.top < f.top || b.bottom > f.bottom) figure.scrollTop += b.top - f.top - f.height / 3;
      if (b.left < f.left || b.right > f.right) figure.scrollLeft += b.left - f.left - f.width / 3;
    }
  });

  const list = (id, texts) => at(id).replaceChildren(...(texts || []).map((t) => make("li", "", t)));

  const show = (c) => {
    shown = c;
    shown.end = c.bars ? c.bars.reduce((m, b) => Math.max(m, b[4]), 0) : 0;
    at("case-title").textContent = page.suite ? c.name : "Run";
    const status = at("status");
    status.replaceChildren();
    if (page.suite) status.append(make("strong", c.passed ? "good" : "bad", c.passed ? "passed" : "failed"), ` ${c.file}:${c.line} `);
    if (c.status) status.append(make("span", c.class, c.status), ` after ${c.elapsed}, ${c.steps} ${c.steps === 1 ? "step" : "steps"}`);
    if (c.error) status.append(" ", make("span", "bad", c.error));
    list("differences", c.differences);
    list("notes", c.notes);
    at("command").replaceChildren();
    if (c.command) at("command").append("run it: ", make("code", "", c.command));
    at("output").hidden = !c.output;
    at("output").querySelector("pre").textContent = c.output;
    drawing(at("drawing"), c.drawing);
    mark(c);
    at("span").textContent = c.bars && c.bars.length ? `${c.bars.length} calls and waits in ${c.elapsed}` : "of no calls and waits";
    line.fill(c.bars ? c.bars.length : 0);
    at("left").textContent = c.left ? `${c.left} further events are not shown.` : "";
    at("data").querySelector("h4").textContent = "";
    at("data").querySelector("pre").textContent = "Select a step to see its data.";
    steps.fill(c.events ? c.events.length : 0);
  };

  if (page.suite) {
    let chosen = page.cases;
    const cases = new List(at("cases"), (row, i) => {
      const c = chosen[i];
      row.append(make("span", "mark " + (c.passed ? "good" : "bad"), c.passed ? "✓" : "✗"), ` ${c.file}: ${c.name} `, make("span", "what", c.status ? `${c.status} in ${c.elapsed}` : "could not be run"));
      row.setAttribute("aria-label", `${c.passed ? "passed" : "failed"}: ${c.file}: ${c.name}`);
    }, (i) => show(chosen[i]));
    const choose = () => {
      const text = at("find").value.toLowerCase(), failed = at("failed").checked;
      chosen = page.cases.filter((c) => !(failed && c.passed) && (c.file + ": " + c.name).toLowerCase().includes(text));
      at("count").textContent = chosen.length === page.cases.length ? "" : `${chosen.length} of ${page.cases.length}`;
      cases.fill(chosen.length);
    };
    at("find").addEventListener("input", choose);
    at("failed").addEventListener("change", choose);
    choose();
    const first = page.cases.findIndex((c) => !c.passed);
    if (page.cases.length) cases.go(Math.max(0, first));
  } else if (page.cases.length) {
    show(page.cases[0]);
  }
})();
