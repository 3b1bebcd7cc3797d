import type { Measurements } from '../measure/Measurements.js';

/** The rounds of one load at one point. */
export interface ScaleLoad {
  readonly name: string;
  readonly figures: readonly Measurements[];
}

/** One point of a curve, such as 100,000 orders. */
export interface ScalePoint {
  /** How often the varied thing exists. */
  readonly count: number;
  readonly loads: readonly ScaleLoad[];
  /** Single values, with their unit last in the name. */
  readonly values: Readonly<Record<string, number>>;
}

export interface ScaleOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly workers?: string;
  /** Orders of all projects together where orders are not what varies. */
  readonly orders: number;
}

/** A curve: one thing varies, and everything else stays. */
export interface ScalePart {
  readonly name: string;
  /** What varies, in the plural. */
  readonly unit: string;
  readonly points: readonly number[];
  readonly measure: (count: number, options: ScaleOptions) => Promise<ScalePoint>;
}

/** What `npm run bench -- --scale` writes, one file a part. */
export interface SavedScale {
  readonly at: string;
  readonly part: string;
  readonly points: readonly ScalePoint[];
}
