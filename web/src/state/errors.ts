// Error display.
import { showStatus } from "../app/status";
import { RequestError, ServerUnreachable } from "../api/problem";

/** Shows an error; a lost connection has its own banner. */
export function showError(problem: unknown): void {
  if (problem instanceof ServerUnreachable) return;
  if (problem instanceof RequestError) showStatus("bad", problem.message, problem.problem.hint);
  else showStatus("bad", problem instanceof Error ? problem.message : String(problem));
}

/** Runs `work`; on failure shows the error and returns `null`. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (problem) {
    showError(problem);
    return null;
  }
}
