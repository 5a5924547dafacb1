// How series are told apart: by colour, dash and marker together, never by colour alone.
// Colours are those of Okabe and Ito (Color Universal Design, 2008), which people with any common
// colour vision can tell apart; yellow is left out on light ground and black replaced on dark ground.

/** The look of a series. */
export interface SeriesStyle {
  colour: string;
  dash: number[];
  marker: "none" | "circle" | "square" | "triangle" | "diamond";
}

const LIGHT = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B87F00", "#2E2E2E", "#3D93C7"];
const DARK = ["#56B4E9", "#E69F00", "#2CC295", "#CC79A7", "#F0E442", "#DDDDDD", "#E8743B"];
const DASHES: number[][] = [[], [7, 4], [2, 3], [9, 3, 2, 3], [12, 5], [4, 2], [1, 2]];
const MARKERS: SeriesStyle["marker"][] = ["none", "circle", "square", "triangle", "diamond", "none", "circle"];

/** The number of what was measured: a plain line in the colour of text. */
export const MEASURED = -1;

/** The style of the series number `index`. Dash and marker step on when the colours begin again. */
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
