// Asks the Mermaid library whether state diagrams are valid, in every version that package.json names.
//
//   node check.mjs FILE.mmd...
//
// A diagram is good if it is short enough for a page, can be parsed, and has as many transitions for Mermaid as the text
// has arrows: some mistakes make Mermaid drop lines without a word. The exit status is 1 if one is not good.
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';

const MAX_CHARACTERS = 50_000; // what a page draws unless it says otherwise
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const versions = Object.keys(dependencies).filter((name) => name.startsWith('mermaid-'));

// Mermaid expects to live in a browser.
const { window } = new JSDOM('', { url: 'https://localhost/', pretendToBeVisual: true });
for (const name of ['window', ...Object.getOwnPropertyNames(window)]) {
  if (!(name in globalThis)) globalThis[name] = name === 'window' ? window : window[name];
}

// transitions counts the transitions in the statements of a scope and of those inside it.
function transitions(statements) {
  let n = 0;
  for (const s of statements) {
    if (s.stmt === 'relation') n++;
    if (Array.isArray(s.doc)) n += transitions(s.doc);
  }
  return n;
}

// problem returns what is wrong with a text for a version of Mermaid, or nothing.
async function problem(mermaid, text) {
  if (text.length > MAX_CHARACTERS) return `${text.length} characters are more than a page draws`;
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const read = transitions(db.getRootDocV2().doc);
    const written = text.match(/^ *\S+ --> \S+( : .*)?$/gm)?.length ?? 0;
    if (read !== written) return `it reads ${read} of ${written} transitions`;
  } catch (e) {
    return String(e?.message ?? e);
  }
}

let bad = 0;
const files = process.argv.slice(2);
for (const version of versions) {
  const { default: mermaid } = await import(version);
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', logLevel: 5 });
  for (const file of files) {
    const found = await problem(mermaid, readFileSync(file, 'utf8'));
    if (found) {
      bad++;
      console.log(`${file}: ${version}: ${found}`);
    }
  }
}
console.log(`${files.length} diagrams, ${versions.length} versions of Mermaid, ${bad} not good`);
process.exit(bad ? 1 : 0);
