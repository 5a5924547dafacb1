// Request coalescing: while a request is in progress, only the newest waiting one is kept. Dragging a target issues
// many requests per second; intermediate ones may be dropped, the last one is always sent.

/** Wraps a request so that at most one is in progress and one is waiting. */
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
