// Head cells of a table.

/** Head cells of columns: words first, then numbers, which stand right. */
export function Heads({ words = [], numbers = [] }: { words?: readonly string[]; numbers?: readonly string[] }) {
  return (
    <>
      {words.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
      {numbers.map((name) => (
        <th key={name} scope="col" class="number">
          {name}
        </th>
      ))}
    </>
  );
}
