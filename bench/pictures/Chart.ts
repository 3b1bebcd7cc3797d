import type { Range } from '../measure/Range.js';

/** A line of a chart; undefined where a point has no value. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (Range | undefined)[];
}

export interface Chart {
  readonly title: string;
  /** The unit of the vertical axis. */
  readonly unit: string;
  /** For values of several orders of magnitude. */
  readonly isLogarithmic?: boolean;
  readonly series: readonly ChartSeries[];
}

/** One picture: several charts over the same points. */
export interface ChartPage {
  readonly title: string;
  /** What the horizontal axis counts. */
  readonly unit: string;
  readonly points: readonly string[];
  readonly charts: readonly Chart[];
}
