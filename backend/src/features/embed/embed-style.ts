/** The look of an embed. Each colour once, for light and for dark; `data-theme` decides where the reader does not. */
export const embedStyle = `:root{color-scheme:light dark;--ground:light-dark(#fff,#12161e);--bar:light-dark(#f5f6f8,#1a202b);--line:light-dark(#dfe3e8,#2d3543);--ink:light-dark(#171c24,#e6e9ef);--muted:light-dark(#4d5765,#a9b2c3);--accent:light-dark(#0a7563,#5ad1bb);--on-accent:light-dark(#fff,#0c1118)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}[hidden]{display:none!important}html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:14px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--ink)}
h1{font-size:18px;margin:0}p{margin:0;color:var(--muted)}
:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
[role=tablist]{display:flex;flex:none;overflow-x:auto;background:var(--bar);border-bottom:1px solid var(--line)}
[role=tab]{font:inherit;min-height:36px;padding:0 14px;border:0;border-bottom:2px solid transparent;background:none;color:var(--muted);cursor:pointer}
[role=tab][aria-selected=true]{color:var(--ink);border-color:var(--accent)}
[role=tabpanel],.result{position:relative;flex:1;min-height:0}
pre{height:100%;margin:0;padding:8px 0;overflow:auto;font:13px/1.6 ui-monospace,monospace;tab-size:2;counter-reset:line}
.line::before{counter-increment:line;content:counter(line);display:inline-block;width:3.5em;padding-right:1em;text-align:right;color:var(--muted);user-select:none}
.cut{display:block;padding:8px 12px;color:var(--muted);user-select:none}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;background:#fff}
.state,.start{position:absolute;inset:0;display:grid;place-content:center;padding:24px;text-align:center;background:var(--ground)}
.state p{margin-top:8px}
.run{min-height:36px;padding:0 24px;border:0;border-radius:6px;font:inherit;font-weight:600;background:var(--accent);color:var(--on-accent);cursor:pointer}
.run:focus-visible{outline-offset:2px}
.corner{position:absolute;right:8px;bottom:8px;display:flex;gap:8px}
.corner>*{padding:6px 10px;border:0;border-radius:6px;background:#12161ee6;color:#fff;font:12px/1.5 system-ui,sans-serif;text-decoration:none;cursor:pointer}
.corner>:hover,.corner>:focus-visible{background:#000}.corner>:focus-visible{outline:2px solid #7cb0ff;outline-offset:2px}`;
