// The robot view beside forms and plots, on pages whose subject is a log; it plays the log and can be folded.
import { kept } from "../state/kept";
import { View } from "./View";

const shown = kept("view/beside", true);

/** The view with a button that folds it. */
export function PlayedView() {
  return (
    <div class="played-view" data-shown={shown.value}>
      {shown.value && <View />}
      <button
        class="quiet small fold"
        id="fold-view"
        aria-expanded={shown.value}
        onClick={() => (shown.value = !shown.value)}
      >
        {shown.value ? "Hide 3D view" : "Show the robot in 3D"}
      </button>
    </div>
  );
}
