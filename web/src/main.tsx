// Entry point of the armlab studio page.
import "uplot/dist/uPlot.min.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/controls.css";
import "./styles/time.css";
import "./styles/view.css";
import "./styles/plots.css";
import "./styles/overlays.css";
import "./styles/pages.css";
import "./styles/campaign.css";
import { render } from "preact";
import { App } from "./app/App";
import { start } from "./app/startup";

const host = document.getElementById("app");
if (host) {
  host.replaceChildren();
  render(<App />, host);
  void start();
}
