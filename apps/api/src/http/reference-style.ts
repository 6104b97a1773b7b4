/** The whole look of the reference page: light and dark by the system, one column on a phone, contents beside it on a desk. */
export const referenceStyle = `
:root { color-scheme: light dark; --ink: #f6f4fa; --raised: #fff; --line: #ddd6e8; --text: #1a1424; --muted: #5e5472;
  --gold: #7a5300; --read: #0b5cad; --write: #7a4a00; --money: #0b6b42; }
@media (prefers-color-scheme: dark) { :root { --ink: #0d0a14; --raised: #17121f; --line: #34294a; --text: #f5f1fa;
  --muted: #ada2c2; --gold: #f2c14e; --read: #7cb8ff; --write: #f2c14e; --money: #4ade9a; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--ink); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Thai", sans-serif; }
.page { max-width: 1180px; margin: 0 auto; padding: 16px; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 8px 0; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 40px 0 8px; }
h3 { font-size: 1rem; line-height: 1.5; margin: 0; overflow-wrap: anywhere; }
h4 { font-size: .875rem; margin: 16px 0 4px; color: var(--muted); font-weight: 600; }
p { margin: 8px 0; max-width: 75ch; }
a { color: var(--gold); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem; }
pre { margin: 0; padding: 12px; overflow-x: auto; background: var(--ink); border: 1px solid var(--line); border-radius: 8px;
  line-height: 1.5; }
article { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 12px 0; }
nav { font-size: .9375rem; }
nav summary { padding: 10px 0; font-weight: 600; cursor: pointer; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a, .calls a { display: block; padding: 8px 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover, .calls a:hover { text-decoration: underline; }
.calls { list-style: none; margin: 8px 0; padding: 0; font-size: .875rem; }
.path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.method { color: var(--gold); margin-right: 8px; }
.marks { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 8px 0; padding: 0; font-size: .8125rem; }
.marks li { border: 1px solid currentColor; border-radius: 999px; padding: 1px 10px; color: var(--muted); }
.marks .reads { color: var(--read); } .marks .writes { color: var(--write); } .marks .money { color: var(--money); }
dl { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 12px; font-size: .9375rem; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
.skip { position: absolute; left: -999px; } .skip:focus { position: static; }
@media (min-width: 960px) {
  .page { display: grid; grid-template-columns: 230px minmax(0, 1fr); gap: 0 40px; padding: 24px; }
  header { grid-column: 2; }
  nav { grid-row: 1 / span 2; position: sticky; top: 24px; align-self: start; max-height: calc(100vh - 48px); overflow-y: auto; }
  nav li a, .calls a { padding: 4px 0; }
  .calls { columns: 2; }
}
`
