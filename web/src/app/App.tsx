// The application shell: top bar, navigation, time bar, and the page selected by the URL.
import { useEffect, useRef } from "preact/hooks";
import { page } from "./navigation";
import { Banner } from "./Banner";
import { DropAnywhere } from "./DropAnywhere";
import { Help } from "./Help";
import { Palette } from "./Palette";
import { Rail } from "./Rail";
import { StatusLine } from "./StatusLine";
import { TopBar } from "./TopBar";
import { TimeBar } from "../time/TimeBar";
import { opening, project } from "../state/project";
import { StartPage } from "../pages/start/StartPage";
import { ModelPage } from "../pages/model/ModelPage";
import { MotionPage } from "../pages/motion/MotionPage";
import { KinematicsPage } from "../pages/kinematics/KinematicsPage";
import { SimulatePage } from "../pages/simulate/SimulatePage";
import { IdentifyPage } from "../pages/identify/IdentifyPage";
import { ValidatePage } from "../pages/validate/ValidatePage";
import { ReportPage } from "../pages/report/ReportPage";

function Page() {
  if (page.value === "start") return <StartPage />;
  if (project.value === null)
    return opening.value ? (
      <p class="empty" aria-busy="true">
        Opening project…
      </p>
    ) : (
      <StartPage missing />
    );
  // A different project remounts the page.
  const key = project.value.id;
  switch (page.value) {
    case "model":
      return <ModelPage key={key} />;
    case "motion":
      return <MotionPage key={key} />;
    case "kinematics":
      return <KinematicsPage key={key} />;
    case "simulate":
      return <SimulatePage key={key} />;
    case "identify":
      return <IdentifyPage key={key} />;
    case "validate":
      return <ValidatePage key={key} />;
    case "report":
      return <ReportPage key={key} />;
  }
}

/** The whole application. */
export function App() {
  const main = useRef<HTMLElement>(null);
  const shown = page.value;
  useEffect(() => main.current?.scrollTo(0, 0), [shown]);
  return (
    <div class="shell">
      <TopBar />
      <div class="notices">
        <Banner />
      </div>
      <Rail />
      <main class="main" id="main" tabIndex={-1} ref={main}>
        <Page />
      </main>
      <TimeBar />
      <Help />
      <Palette />
      <StatusLine />
      <DropAnywhere />
    </div>
  );
}
