// The looks of the page: quiet greys and one accent. Dark; light where the reader ticks the box at
// the top, and on paper.

#include "experiments/report/page.h"

namespace limber::experiments {

const char* const page_style = R"css(
:root {
  color-scheme: dark;
  --paper: #16181b; --raised: #1c1f23; --rule: #2e3238; --grid: #272b30;
  --ink: #e4e2dd; --soft: #a3a6a9; --quiet: #8a8e93;
  --accent: #e0a458; --alarm: #e07a6b;
  --strong: #d5d6d4; --middle: #92979d; --faint: #757b83;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", "Noto Serif", Charter, Georgia,
    serif;
  --sans: "Inter", "Source Sans 3", "Helvetica Neue", "Segoe UI", "Noto Sans", "DejaVu Sans", Arial, sans-serif;
  --mono: "JetBrains Mono", "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
:root:has(#light:checked) {
  color-scheme: light;
  --paper: #fbfaf7; --raised: #f4f2ed; --rule: #dcd9d1; --grid: #e8e5de;
  --ink: #23262a; --soft: #53585e; --quiet: #6c7177;
  --accent: #a8611a; --alarm: #b03a2b;
  --strong: #2f3338; --middle: #767b81; --faint: #a2a6ab;
}
@media print {
  :root, :root:has(#light:checked) {
    color-scheme: light;
    --paper: #ffffff; --raised: #ffffff; --rule: #cccccc; --grid: #e4e4e4;
    --ink: #000000; --soft: #333333; --quiet: #555555;
    --accent: #a3540a; --alarm: #b02a1b;
    --strong: #222222; --middle: #707070; --faint: #9c9c9c;
  }
  .top label { display: none; }
  section { break-before: page; }
  figure, tr { break-inside: avoid; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 var(--serif); }
main { max-width: 1080px; margin: 0 auto; padding: 72px 40px 96px; }
h1, h2, h3, p, figure, dl, dd { margin: 0; }
h1 { font-size: 36px; line-height: 1.15; font-weight: 400; letter-spacing: -0.01em; }
h2 { font-size: 26px; line-height: 1.2; font-weight: 400; letter-spacing: -0.005em; flex: 1; }
h3, .place, th, figcaption, dt, small, .badge { font-family: var(--sans); }
h3 { font-size: 12px; font-weight: 600; color: var(--quiet); margin-bottom: 6px; }
a { color: inherit; text-decoration-color: var(--faint); text-underline-offset: 3px; }
a:hover { text-decoration-color: var(--accent); }
.top { position: relative; }
.top label { position: absolute; right: 0; top: -44px; font: 13px var(--sans); color: var(--quiet); cursor: pointer; }
.top input { accent-color: var(--accent); vertical-align: -2px; margin: 0 4px 0 0; }
.top p { max-width: 44em; margin-top: 16px; color: var(--soft); }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: baseline; padding: 8px 20px 8px 0; border-top: 1px solid var(--rule); }
td:last-child, th:last-child { padding-right: 0; }
nav { margin-top: 40px; }
.contents { border-bottom: 1px solid var(--rule); }
.contents td + td { color: var(--soft); font: 13px/1.5 var(--sans); white-space: nowrap; }
.badge { font-size: 13px; white-space: nowrap; color: var(--soft); }
.badge i { font-style: normal; display: inline-block; min-width: 1em; text-align: center; color: var(--accent); }
.badge.differs i { color: var(--ink); }
.badge.not_reproduced, .badge.not_reproduced i { color: var(--alarm); }
section { margin-top: 88px; scroll-margin-top: 24px; }
section > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 24px; padding-top: 20px;
  border-top: 2px solid var(--ink); }
.place { width: 100%; font-size: 13px; color: var(--quiet); }
section .badge { border: 1px solid var(--rule); border-radius: 99px; padding: 3px 12px 3px 9px; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 24px 40px; margin-top: 20px; }
.figures { display: grid; gap: 36px 40px; margin-top: 36px; align-items: end; }
.columns-1 { max-width: 640px; }
.columns-2 { grid-template-columns: 1fr 1fr; }
.columns-3 { grid-template-columns: 1fr 1fr 1fr; gap: 36px 32px; }
figcaption { font-size: 14px; font-weight: 600; margin-bottom: 12px; }
small { font-size: 11px; font-weight: 400; color: var(--quiet); }
.findings { margin-top: 36px; font-size: 15px; line-height: 1.45; }
.findings th { font-size: 12px; font-weight: 600; color: var(--quiet); border-top: 0; padding-bottom: 4px; }
.findings td:nth-child(1) { width: 42%; }
.findings td:nth-child(2) { color: var(--soft); }
.findings td { vertical-align: top; }
.number { text-align: right; white-space: nowrap; }
td.number { font: 14px/1.55 var(--sans); font-variant-numeric: tabular-nums; }
td.sign { width: 1.6em; text-align: right; color: var(--accent); font-family: var(--sans); }
.explained td.sign { color: var(--ink); }
.open td { color: var(--soft); }
.fails td.sign, .fails td.number { color: var(--alarm); }
.findings tbody tr:last-child td { border-bottom: 1px solid var(--rule); }
.parameters { display: flex; flex-wrap: wrap; gap: 14px 36px; margin-top: 24px; }
.parameters > div { max-width: 30em; }
dt { font-size: 12px; color: var(--quiet); }
dd { font-size: 15px; line-height: 1.4; }
.rerun { margin-top: 20px; }
code { font: 13px/1.5 var(--mono); color: var(--soft); background: var(--raised); padding: 5px 10px;
  border-radius: 4px; }
.also td:nth-child(1) { width: auto; color: var(--soft); }
.found { max-width: 1400px; padding-top: 40px; padding-bottom: 24px; }
.found .top label { top: -24px; }
.found .top p { max-width: none; margin-top: 8px; }
.found table { margin-top: 8px; font-size: 13px; line-height: 1.25; }
.found td { vertical-align: top; padding-top: 3px; padding-bottom: 3px; }
.found td:nth-child(2) { width: 36%; }
.found td:nth-child(4) { width: 38%; color: var(--soft); }
.found td.measured { font: 13px/1.25 var(--sans); font-variant-numeric: tabular-nums; padding-right: 16px; }
.found th { font-size: 12px; font-weight: 600; color: var(--quiet); border-top: 0; padding-bottom: 4px; }
.found .document th { padding-top: 10px; }
.found .document th:nth-child(2) { font-size: 13px; color: var(--ink); }
.found td.sign { text-align: left; }
footer { margin-top: 88px; padding-top: 16px; border-top: 1px solid var(--rule); color: var(--soft); }
.plot { display: block; width: 100%; height: auto; overflow: visible; font: 12px var(--sans);
  font-variant-numeric: tabular-nums; }
.plot text { fill: var(--soft); }
.plot .tick { fill: var(--quiet); }
.plot .legend { fill: var(--ink); }
.plot path { fill: none; }
.plot .grid { stroke: var(--grid); }
.plot .base { stroke: var(--faint); }
.series { stroke-linecap: round; stroke-linejoin: round; --tone: var(--accent); }
.series.strong { --tone: var(--strong); }
.series.middle { --tone: var(--middle); }
.series.faint { --tone: var(--faint); }
.series .stroke { stroke: var(--tone); stroke-width: 2; }
.series.strong.line .stroke { stroke-width: 1.6; }
.series.middle.line .stroke { stroke-dasharray: 6 4; stroke-width: 1.6; }
.series.faint.line .stroke { stroke-dasharray: 1.5 4; stroke-width: 1.8; }
.series .mark { fill: var(--tone); }
.series .hollow { fill: var(--paper); stroke: var(--tone); stroke-width: 1.5; }
.series.arm .stroke { stroke-width: 4.5; }
.series.arm.faint .stroke { opacity: 0.55; }
.series .joint { fill: var(--paper); stroke: var(--tone); stroke-width: 1.5; }
.series.crosses path { stroke: var(--tone); stroke-width: 2; }
.series .area { stroke: var(--tone); stroke-width: 1.8; fill: var(--tone); fill-opacity: 0.1; }
@media (max-width: 760px) {
  main { padding: 36px 20px; }
  .sides, .columns-2, .columns-3 { grid-template-columns: 1fr; }
  .contents td + td { white-space: normal; }
  table { display: block; overflow-x: auto; }
  code { overflow-wrap: anywhere; }
}
)css";

}  // namespace limber::experiments
