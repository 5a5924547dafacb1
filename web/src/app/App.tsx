// The application shell: top bar, navigation, time bar, and the page selected by the URL.
import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { page } from "./navigation";
import type { Page } from "./pages";
import { Banner } from "./Banner";
import { DropAnywhere } from "./DropAnywhere";
import { Help, helpOpen } from "./Help";
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
import { CampaignPage } from "../pages/campaign/CampaignPage";
import { ReportPage } from "../pages/report/ReportPage";

const COMPONENTS: Record<Page, ComponentType> = {
  start: () => <StartPage />,
  model: ModelPage,
  motion: MotionPage,
  kinematics: KinematicsPage,
  simulate: SimulatePage,
  identify: IdentifyPage,
  validate: ValidatePage,
  campaign: CampaignPage,
  report: ReportPage,
};

function CurrentPage() {
  const Component = COMPONENTS[page.value];
  if (page.value === "start") return <Component />;
  if (project.value === null)
    return opening.value ? (
      <p class="empty" aria-busy="true">
        Opening project…
      </p>
    ) : (
      <StartPage missing />
    );
  // A different project remounts the page.
  return <Component key={project.value.id} />;
}

/** The whole application. */
export function App() {
  const main = useRef<HTMLElement>(null);
  const shown = page.value;
  useEffect(() => main.current?.scrollTo(0, 0), [shown]);
  return (
    <div class="shell" data-help={helpOpen.value}>
      <TopBar />
      <div class="notices">
        <Banner />
      </div>
      <Rail />
      <main class="main" id="main" tabIndex={-1} ref={main}>
        <CurrentPage />
      </main>
      <TimeBar />
      <Help />
      <Palette />
      <StatusLine />
      <DropAnywhere />
    </div>
  );
}
