// Colours of the 3D view in both themes.
import type { Theme } from "../app/theme";

/** Colours by role, as numbers for three.js. */
export interface Colours {
  ground: number;
  grid: number;
  gridMain: number;
  link: number;
  selected: number;
  actuated: number;
  passive: number;
  slider: number;
  centre: number;
  ellipsoid: number;
  good: number;
  bad: number;
  pending: number;
  cloud: number;
  toolPath: number;
  force: number;
}

const LIGHT: Colours = {
  ground: 0xeef2f6,
  grid: 0xd5dde5,
  gridMain: 0xb4c0cc,
  link: 0x9fb3c6,
  selected: 0x1f8fcf,
  actuated: 0xe09b1a,
  passive: 0x8a949e,
  slider: 0x66788a,
  centre: 0xd55e00,
  ellipsoid: 0x7a3fa0,
  good: 0x0a8f5a,
  bad: 0xc8281f,
  pending: 0x0072b2,
  cloud: 0x0072b2,
  toolPath: 0x0072b2,
  force: 0xb02a6f,
};

const DARK: Colours = {
  ground: 0x121920,
  grid: 0x222d37,
  gridMain: 0x384654,
  link: 0x8196ab,
  selected: 0x4fb6f0,
  actuated: 0xf0b429,
  passive: 0x76828e,
  slider: 0xa9b8c6,
  centre: 0xff8a3d,
  ellipsoid: 0xb98be0,
  good: 0x3fd597,
  bad: 0xff6f63,
  pending: 0x56b4e9,
  cloud: 0x56b4e9,
  toolPath: 0x56b4e9,
  force: 0xf17fb5,
};

/** The colours of a theme. */
export function coloursOf(theme: Theme): Colours {
  return theme === "dark" ? DARK : LIGHT;
}
