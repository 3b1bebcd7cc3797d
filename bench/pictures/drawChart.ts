import { linearAxis, logarithmicAxis } from './axisTicks.js';
import type { Chart } from './Chart.js';

export const chartWidth = 430;
export const chartHeight = 300;
/** The space around the plot: title and legend above, points below, values to the left. */
const [top, right, bottom, left] = [78, 16, 44, 64];
const [plotWidth, plotHeight] = [chartWidth - left - right, chartHeight - top - bottom];
const legendColumns = 2;
const legendRowHeight = 14;
/** Half of the width of the bar that ends a spread. */
const capWidth = 4;

/** Colours by class, because dark and light backgrounds need different ones (drawPage.ts). */
export const seriesClasses = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const round = (value: number): string => value.toFixed(1);

export const axisText = (value: number): string => {
  if (value >= 1_000_000) return `${value / 1_000_000}M`;
  return value >= 10_000 ? `${value / 1_000}k` : value.toLocaleString('en', { maximumFractionDigits: 3 });
};

const allValues = ({ series }: Chart): number[] =>
  series.flatMap(({ values }) => values.flatMap(value => (value === undefined ? [] : [value.min, value.max])));

interface Axis {
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
}

const axisOf = (chart: Chart): Axis => {
  const values = allValues(chart);
  const positive = values.filter(value => value > 0);
  const isLogarithmic = chart.isLogarithmic === true && positive.length > 0;
  const ticks = isLogarithmic
    ? logarithmicAxis(Math.min(...positive), Math.max(...positive))
    : linearAxis(Math.max(0, ...values));
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const place = isLogarithmic ? (value: number) => Math.log10(Math.max(value, first)) : (value: number) => value;
  const share = (value: number): number => (place(value) - place(first)) / (place(last) - place(first));
  return { ticks, y: value => top + plotHeight * (1 - share(value)) };
};

const drawLegend = ({ series }: Chart): string[] =>
  series.map(({ name }, at) => {
    const x = 12 + (at % legendColumns) * ((chartWidth - 12) / legendColumns);
    const y = 40 + Math.floor(at / legendColumns) * legendRowHeight;
    return `<rect class="${seriesClasses[at]} fill" x="${round(x)}" y="${y - 8}" width="10" height="8"/><text class="small" x="${round(x + 14)}" y="${y}">${escape(name)}</text>`;
  });

const drawAxes = ({ unit }: Chart, { ticks, y }: Axis, points: readonly string[], x: (at: number) => number) => [
  ...ticks.map(
    tick =>
      `<line class="grid" x1="${left}" x2="${left + plotWidth}" y1="${round(y(tick))}" y2="${round(y(tick))}"/><text class="small" text-anchor="end" x="${left - 6}" y="${round(y(tick) + 4)}">${axisText(tick)}</text>`,
  ),
  ...points.map(
    (point, at) =>
      `<text class="small" text-anchor="middle" x="${round(x(at))}" y="${chartHeight - bottom + 16}">${escape(point)}</text>`,
  ),
  `<text class="small" text-anchor="middle" transform="translate(14 ${top + plotHeight / 2}) rotate(-90)">${escape(unit)}</text>`,
];

const drawSeries = ({ series }: Chart, { y }: Axis, x: (at: number) => number): string[] =>
  series.flatMap(({ values }, index) => {
    const name = seriesClasses[index];
    // Spreads of several lines at one point lie beside each other.
    const shift = (index - (series.length - 1) / 2) * capWidth;
    const found = values.flatMap((value, at) => (value === undefined ? [] : [{ ...value, x: x(at) + shift }]));
    const line = found.map(one => `${round(one.x)},${round(y(one.median))}`).join(' ');
    return [
      `<polyline class="${name} line" points="${line}"/>`,
      ...found.map(
        one =>
          `<path class="${name} spread" d="M${round(one.x)} ${round(y(one.min))}V${round(y(one.max))}"/><circle class="${name} fill" cx="${round(one.x)}" cy="${round(y(one.median))}" r="3.5"/>`,
      ),
    ];
  });

/** Draws a chart as the inside of an SVG element of chartWidth and chartHeight. */
export const drawChart = (chart: Chart, points: readonly string[], unit: string): string => {
  const axis = axisOf(chart);
  const x = (at: number): number => left + (plotWidth * (at + 0.5)) / points.length;
  return [
    `<text class="title" x="12" y="20">${escape(chart.title)}</text>`,
    ...drawLegend(chart),
    ...drawAxes(chart, axis, points, x),
    `<text class="small" text-anchor="middle" x="${left + plotWidth / 2}" y="${chartHeight - 8}">${escape(unit)}</text>`,
    ...drawSeries(chart, axis, x),
  ].join('\n');
};
