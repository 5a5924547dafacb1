/** Heads of the columns of a value with its interval. */
export function IntervalHeads() {
  return (
    <>
      <th scope="col" class="number">
        Value
      </th>
      <th scope="col" class="number">
        Lower (95 %)
      </th>
      <th scope="col" class="number">
        Upper (95 %)
      </th>
      <th scope="col">Unit</th>
    </>
  );
}
