// Page navigation, in workflow order.
import { Icon } from "../controls/Icon";
import { hrefOf, page } from "./navigation";
import { PAGES, type Page } from "./route";

/** Page titles. */
export const PAGE_NAMES: Record<Page, string> = {
  start: "Start",
  model: "Model",
  motion: "Motion",
  kinematics: "Kinematics",
  simulate: "Simulate",
  identify: "Identify",
  validate: "Validate",
  report: "Report",
};

/** Navigation bar: left, or bottom on narrow screens. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Pages">
      {PAGES.map((name) => (
        <a key={name} href={hrefOf(name)} aria-current={page.value === name ? "page" : undefined}>
          <Icon name={name} />
          {PAGE_NAMES[name]}
        </a>
      ))}
    </nav>
  );
}
