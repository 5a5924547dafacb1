// Page navigation, in workflow order.
import { Icon } from "../controls/Icon";
import { hrefOf, page } from "./navigation";
import { PAGE_NAMES, PAGES } from "./pages";

/** Navigation bar: left, or bottom on narrow screens. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Pages">
      {PAGE_NAMES.map((name) => (
        <a key={name} href={hrefOf(name)} aria-current={page.value === name ? "page" : undefined}>
          <Icon path={PAGES[name].icon} />
          {PAGES[name].title}
        </a>
      ))}
    </nav>
  );
}
