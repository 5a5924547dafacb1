// The campaign document (`armlab campaign --json`), as far as the page uses it.

/** Five numbers of a distribution. */
export interface Spread {
  least: number;
  lower: number;
  median: number;
  upper: number;
  most: number;
}

/** How often 95 % intervals hold the truth (%), with Wilson's 95 % interval of that share. */
export interface Coverage {
  share: number;
  lower: number;
  upper: number;
  count: number;
}

/** Errors of a parameter over seeds, % of the truth, or in its unit where the truth is zero. */
export interface ParameterErrors {
  name: string;
  bias: number;
  deviation: number;
  rms: number;
  z?: number;
  coverage?: Coverage;
  spread: Spread;
}

/** A method at a noise level. */
export interface MethodErrors {
  method: string;
  level: number;
  found: number;
  failed: number;
  failure?: string;
  parameters: ParameterErrors[];
  coverage?: Coverage;
  unseen?: Spread;
  seconds: number;
}

/** The whole document. */
export interface CampaignResult {
  plan: { names: string[]; truth: number[]; methods: string[]; levels: number[]; seeds: number; settings: string[] };
  summary: { done: number; tasks: number; methods: MethodErrors[] };
}

/** The document, if `result` is one. */
export function campaignResult(result: unknown): CampaignResult | null {
  const document = result as Partial<CampaignResult> | null;
  return document !== null &&
    typeof document === "object" &&
    Array.isArray(document.plan?.levels) &&
    Array.isArray(document.summary?.methods)
    ? (document as CampaignResult)
    : null;
}

/** A box of a figure. */
export interface Box {
  method: string;
  level: number;
  spread: Spread;
}

/** Boxes of a parameter by level and method, without hidden methods. */
export function boxesOf({ plan, summary }: CampaignResult, name: string, hidden: ReadonlySet<string>): Box[] {
  return plan.levels.flatMap((level) =>
    summary.methods.flatMap((entry) => {
      const own = entry.parameters.find((parameter) => parameter.name === name);
      return entry.level === level && own && !hidden.has(entry.method)
        ? [{ method: entry.method, level, spread: own.spread }]
        : [];
    }),
  );
}

/** The entry with the largest size. */
export function largest<T>(list: readonly T[], size: (entry: T) => number): T | undefined {
  return list.reduce<T | undefined>(
    (most, entry) => (most === undefined || Math.abs(size(entry)) > Math.abs(size(most)) ? entry : most),
    undefined,
  );
}
