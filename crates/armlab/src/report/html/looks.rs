//! The report's looks. Colours are those of the pictures; a verdict is told by
//! its sign and word as well as by its colour.

/// The style sheet.
pub const CSS: &str = "\
:root{--ink:#1b1f24;--faint:#57606a;--paper:#fff;--rule:#d9dee3;--soft:#f3f5f7;\n\
--good:#00704f;--goodback:#e5f4ee;--bad:#a84300;--badback:#fdeee3;--mark:#e3f0fa}\n\
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6edf3;--faint:#9aa4af;--paper:#0d1117;\n\
--rule:#262d36;--soft:#161b22;--good:#4fd0a5;--goodback:#0d2a21;--bad:#ff9d57;--badback:#331b08;\n\
--mark:#11283a}}\n\
*{box-sizing:border-box}\n\
body{margin:0 auto;max-width:1120px;padding:1.5rem 1rem 4rem;background:var(--paper);\n\
color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif}\n\
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem;overflow-wrap:anywhere}\n\
h2{font-size:1.2rem;margin:2.4rem 0 .6rem;padding-top:.8rem;border-top:1px solid var(--rule)}\n\
p,ul{max-width:46rem;overflow-wrap:anywhere}li{margin:.2rem 0}\n\
.under,figcaption,caption{color:var(--faint)}.under{margin:0}\n\
.stamp{display:inline-block;margin:1rem 0 0;padding:.5rem .9rem;border-radius:6px;\n\
border:1.5px solid}\n\
.pass{color:var(--good);background:var(--goodback)}.fail{color:var(--bad);background:var(--badback)}.limited{color:var(--ink);background:var(--goodback)}\n\
figure{margin:1.2rem 0}figure svg{display:block;max-width:100%;height:auto}\n\
figcaption,caption{font-size:.88rem;text-align:left;padding:.4rem 0}\n\
.wide{overflow-x:auto;margin:1rem 0}\n\
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}\n\
th,td{padding:.28rem .7rem;text-align:left;border-bottom:1px solid var(--rule);white-space:nowrap}\n\
th{font-weight:600;border-bottom-width:2px}.n{text-align:right}\n\
th{white-space:normal;vertical-align:bottom}td{vertical-align:baseline}\n\
td.w{white-space:normal;overflow-wrap:anywhere;min-width:12rem;max-width:34rem}\n\
@media screen and (max-width:640px){td.w{min-width:11rem}}\n\
tr.marked td{background:var(--mark);font-weight:600}\n\
pre{background:var(--soft);padding:.7rem .9rem;border-radius:6px;white-space:pre-wrap;\n\
overflow-wrap:anywhere;font-size:.85rem}\n\
nav{margin:1.6rem 0 0;padding:.7rem 1rem;background:var(--soft);border-radius:6px}\n\
nav ol{margin:0;padding-left:1.5rem;columns:20rem 2;column-gap:2rem}nav a{color:inherit}\n\
details{margin:1rem 0}summary{cursor:pointer;color:var(--faint);font-size:.88rem;padding:.3rem 0}\n\
summary b{font-weight:600;white-space:nowrap}\n\
.hint{font-size:.88rem;color:var(--faint)}\n\
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\n\
svg.chart{touch-action:pan-y pinch-zoom;user-select:none;outline:none}svg.chart:focus-visible{outline:2px solid #0072b2;outline-offset:2px}\n\
.cursor{pointer-events:none}.cursor line{stroke:var(--faint);stroke-dasharray:2 2}\n\
.cursor .back{fill:var(--paper);fill-opacity:.88;stroke:var(--rule)}.band{fill:#0072b2;fill-opacity:.16}\n\
@media screen and (max-width:640px){figure{overflow-x:auto}figure svg{min-width:600px;max-width:none}}\n\
@media print{@page{margin:16mm}body{max-width:none;padding:0;font-size:10.5pt}\n\
h2{break-after:avoid}tr,figcaption,li{break-inside:avoid}thead{display:table-header-group}\n\
.wide{overflow:visible}td.w{min-width:0}table{font-size:8pt}th,td{padding:.15rem .4rem}\n\
figure{break-inside:avoid}figure svg{max-height:240mm}nav,.hint,.cursor{display:none}\n\
details::details-content{display:block;content-visibility:visible}\n\
svg text{fill:#1b1f24!important}svg .paper{fill:#fff!important}svg .grid{stroke:#d9dee3!important}}\n";
