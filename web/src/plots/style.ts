// Series styles: colour, dash and marker, so that series are distinguishable without colour.
// Colours: Okabe and Ito, Color Universal Design (2008); without yellow on light and black on dark background.

/** Style of a series. */
export interface SeriesStyle {
  colour: string;
  dash: number[];
  marker: "none" | "circle" | "square" | "triangle" | "diamond";
}

const LIGHT = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B87F00", "#2E2E2E", "#3D93C7"];
const DARK = ["#56B4E9", "#E69F00", "#2CC295", "#CC79A7", "#F0E442", "#DDDDDD", "#E8743B"];
const DASHES: number[][] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [12, 5], [4, 2], [1, 2]];
const MARKERS: SeriesStyle["marker"][] = ["none", "circle", "square", "triangle", "diamond", "none", "circle"];

/** Style index of measured data: a solid line in the text colour. */
export const MEASURED = -1;

/** Style of series `index`; dash and marker change when the colours repeat. */
export function styleOf(index: number, dark: boolean): SeriesStyle {
  if (index === MEASURED) return { colour: dark ? "#E6EDF3" : "#17212B", dash: [], marker: "none" };
  const colours = dark ? DARK : LIGHT;
  const round = Math.floor(index / colours.length);
  return {
    colour: colours[index % colours.length] ?? "#888888",
    dash: DASHES[(index + round) % DASHES.length] ?? [],
    marker: MARKERS[(index + round) % MARKERS.length] ?? "none",
  };
}
