// A trajectory file as text, of any kind.
import { useStateOf } from "../../controls/stateOf";
import { saveDraft } from "./motion";

/** The form; the text is applied by its button. */
export function FileForm({ text, platform }: { text: string; platform: boolean }) {
  const [typed, setTyped] = useStateOf(text, () => text);
  return (
    <section class="panel" aria-labelledby="file-title">
      <h2 id="file-title">Trajectory file</h2>
      <label class="field" for="motion-text">
        <span>TOML, as docs/motion.md describes; one row per driven joint</span>
        <textarea
          id="motion-text"
          rows={12}
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button
          class="primary"
          disabled={typed === text}
          onClick={() => void saveDraft({ kind: "file", text: typed, platform }, "Edit the trajectory file")}
        >
          Use this text
        </button>
      </div>
    </section>
  );
}
