// One place where failures are told to the person.
import { say } from "../app/status";
import { Refused, Unreachable } from "../api/problem";

/** Tells what went wrong; a server that is gone has its own banner. */
export function tell(problem: unknown): void {
  if (problem instanceof Unreachable) return;
  if (problem instanceof Refused) say("bad", problem.message, problem.problem.hint);
  else say("bad", problem instanceof Error ? problem.message : String(problem));
}

/** Does something and tells if it fails; gives nothing then. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (problem) {
    tell(problem);
    return null;
  }
}
