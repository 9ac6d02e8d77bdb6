// The style sheet of the API page: the colours of the web application, in both themes.
export const openApiStyle = `
:root {
  --canvas: #f6f7f9; --surface: #fff; --subtle: #eef0f4; --code: #eef0f4; --border: #e2e5eb; --control: #7e8798;
  --text: #161a22; --secondary: #465062; --muted: #5f697b; --link: #3a48c4; --focus: #4452d3;
  --ok: #0a6638; --ok-soft: #e2f5e9; --warn: #8a4600; --warn-soft: #fff0dd; --error: #af2318; --error-soft: #fde8e6;
  --info: #1a5a9e; --info-soft: #e4f0fc;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0e1015; --surface: #161920; --subtle: #1d212a; --code: #0a0c10; --border: #272c37; --control: #717c90;
    --text: #e9ecf2; --secondary: #b6becc; --muted: #939daf; --link: #a5afff; --focus: #a5afff;
    --ok: #6fdb9a; --ok-soft: #12301f; --warn: #f7b267; --warn-soft: #38260f; --error: #ff9c94; --error-soft: #3b1a19;
    --info: #86bef8; --info-soft: #13283f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 64px; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 400 0.8125rem/1.25rem Inter, system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
code, pre, .verb { font: 450 0.78125rem/1.25rem 'JetBrains Mono', ui-monospace, monospace; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; z-index: 2; background: var(--surface); padding: 8px 12px; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 0 24px;
  background: var(--surface); border-bottom: 1px solid var(--border); }
.brand { font-weight: 650; font-size: 1rem; color: var(--text); text-decoration: none; }
.button { margin-left: auto; padding: 6px 12px; border: 1px solid var(--control); border-radius: 4px; color: var(--text);
  text-decoration: none; font-weight: 500; }
.button:hover { background: var(--subtle); }
.muted { color: var(--muted); }
.columns { display: grid; grid-template-columns: 280px minmax(0, 880px); gap: 32px; padding: 0 24px 64px; }
nav { position: sticky; top: 49px; max-height: calc(100vh - 49px); overflow-y: auto; padding: 16px 0; }
nav h2 { margin: 16px 0 4px; font-size: 0.75rem; line-height: 1rem; font-weight: 600; }
nav h2 a { color: var(--muted); text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: 8px; min-height: 28px; align-items: center; padding: 2px 8px; border-radius: 4px; color: var(--secondary);
  text-decoration: none; }
nav li a:hover { background: var(--subtle); color: var(--text); }
nav .verb { flex: none; width: 52px; color: var(--muted); font-size: 0.6875rem; }
main { padding-top: 24px; }
h1 { margin: 0 0 8px; font-size: 1.25rem; line-height: 1.75rem; font-weight: 650; }
main h2 { margin: 40px 0 12px; font-size: 1rem; line-height: 1.5rem; font-weight: 600; }
h3 { margin: 0 0 4px; font-size: 0.875rem; line-height: 1.25rem; font-weight: 600; }
h4 { margin: 16px 0 6px; font-size: 0.75rem; line-height: 1rem; font-weight: 600; color: var(--secondary); }
.reading { max-width: 72ch; font-size: 0.9375rem; line-height: 1.5rem; }
article { margin: 0 0 16px; padding: 16px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
article:target { border-color: var(--focus); }
.route { margin: 0; overflow-wrap: anywhere; }
.route .verb { padding: 2px 6px; border-radius: 4px; background: var(--subtle); color: var(--secondary); font-weight: 600; }
.route .get { background: var(--info-soft); color: var(--info); }
.route .post { background: var(--ok-soft); color: var(--ok); }
.route .put, .route .patch { background: var(--warn-soft); color: var(--warn); }
.route .delete { background: var(--error-soft); color: var(--error); }
pre { margin: 8px 0 0; padding: 12px; overflow-x: auto; background: var(--code); border: 1px solid var(--border); border-radius: 4px;
  user-select: all; }
.scroll { overflow-x: auto; border: 1px solid var(--border); border-radius: 4px; }
table { width: 100%; border-collapse: collapse; }
th { padding: 6px 12px; text-align: left; font-size: 0.75rem; font-weight: 500; color: var(--muted); background: var(--subtle); }
td { padding: 6px 12px; border-top: 1px solid var(--border); vertical-align: top; color: var(--secondary); overflow-wrap: anywhere; }
td:first-child { width: 32%; color: var(--text); }
td:nth-child(2) { width: 24%; }
tr:target td { background: var(--subtle); }
.depth-1 { padding-left: 28px; }
.depth-2 { padding-left: 44px; }
.depth-3 { padding-left: 60px; }
@media (max-width: 900px) {
  .columns { display: block; padding: 0 16px 48px; }
  nav { position: static; max-height: none; }
  header { position: static; padding: 8px 16px; gap: 8px 12px; flex-wrap: wrap; }
  .button { margin-left: 0; }
}
@media print { nav, header { position: static; } }
`
