// Latest wins: while a request is under way, only the newest of those that wait is kept. Dragging a goal
// asks many times a second; the answers that matter are the first one soon and the last one surely.

/** Wraps a request so that at most one is under way and one waits. */
export function latestWins<Input, Output>(
  send: (input: Input) => Promise<Output>,
  done: (output: Output, input: Input) => void,
  failed: (problem: unknown) => void,
): (input: Input) => Promise<void> {
  let waiting: { input: Input } | null = null;
  let running: Promise<void> | null = null;
  const work = async () => {
    while (waiting !== null) {
      const { input } = waiting;
      waiting = null;
      try {
        done(await send(input), input);
      } catch (problem) {
        failed(problem);
      }
    }
    running = null;
  };
  return (input) => {
    waiting = { input };
    running ??= work();
    return running;
  };
}
