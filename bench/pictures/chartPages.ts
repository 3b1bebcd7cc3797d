/** What the pictures of each curve show. */
import type { Measurements } from '../measure/Measurements.js';
import { type Range, rangeOf } from '../measure/Range.js';
import type { ScalePoint, SavedScale } from '../scale/ScalePart.js';
import type { Chart, ChartPage, ChartSeries } from './Chart.js';
import { axisText } from './drawChart.js';

type Points = readonly ScalePoint[];
type Value = (figures: Measurements) => number | undefined;

const perSecond: Value = one => one.perSecond;
const nodeMicros: Value = one => one.nodeMicros;
const redisMicros: Value = one => one.redisMicros;
const p99Ms: Value = one => one.p99Ms;

const loadNames = (points: Points): string[] => [...new Set(points.flatMap(({ loads }) => loads.map(one => one.name)))];

/** One line a load; a load without any value is left out. */
const loadSeries = (points: Points, value: Value): ChartSeries[] =>
  loadNames(points).map(name => ({
    name,
    values: points.map(({ loads }) => rangeOf(loads.find(one => one.name === name)?.figures.map(value) ?? [])),
  }));

const loadChart = (points: Points, title: string, unit: string, value: Value, isLogarithmic = false): Chart => ({
  title,
  unit,
  isLogarithmic,
  series: loadSeries(points, value),
});

const single = (value: number | undefined): Range | undefined => rangeOf([value]);

/** One line a value, by its name in the JSON. */
const valueChart = (
  points: Points,
  title: string,
  unit: string,
  names: Readonly<Record<string, string>>,
  isLogarithmic = false,
): Chart => ({
  title,
  unit,
  isLogarithmic,
  series: Object.entries(names).map(([key, name]) => ({
    name,
    values: points.map(({ values }) => single(values[key])),
  })),
});

const costCharts = (points: Points, isLogarithmic = false): Chart[] => [
  loadChart(points, 'Processor time of Node', 'µs per request', nodeMicros, isLogarithmic),
  loadChart(points, 'Processor time of Redis', 'µs per request', redisMicros, isLogarithmic),
];

/** What the masters could serve on machines of their own: the busiest one is the limit. */
const masterCapacity = (points: Points): Chart => ({
  title: 'What the masters can serve',
  unit: 'requests per second, computed',
  isLogarithmic: true,
  series: loadNames(points).map(name => ({
    name,
    values: points.map(({ loads, values: { busiestMasterShare = 1 } }) =>
      rangeOf(
        loads
          .find(one => one.name === name)
          ?.figures.map(({ redisMainMicros }) =>
            redisMainMicros === undefined ? undefined : 1e6 / (redisMainMicros * busiestMasterShare),
          ) ?? [],
      ),
    ),
  })),
});

interface PageDefinition {
  readonly title: string;
  readonly unit: string;
  readonly charts: (points: Points) => Chart[];
}

const pages = new Map<string, PageDefinition>([
  [
    'orders',
    {
      title: 'One project with more and more orders',
      unit: 'orders',
      charts: points => [
        ...costCharts(points, true),
        loadChart(points, 'Requests', 'per second', perSecond, true),
        loadChart(points, 'Slowest of a hundred responses (p99)', 'ms', p99Ms, true),
        valueChart(points, 'Memory of Redis', 'bytes per order', {
          usedBytesPerOrder: 'used',
          residentBytesPerOrder: 'resident',
          usedBytesPerSearchedOrder: 'used, with search',
          residentBytesPerSearchedOrder: 'resident, with search',
        }),
        valueChart(
          points,
          'Times',
          'seconds',
          {
            serverStartSeconds: 'start of a server',
            redisStartSeconds: 'start of Redis',
            verifySeconds: 'verify',
            verifyWithSearchSeconds: 'verify, with search',
            indexSeconds: 'building the search index',
          },
          true,
        ),
      ],
    },
  ],
  [
    'projects',
    {
      title: 'The same load on more and more projects',
      unit: 'projects',
      charts: points => [
        ...costCharts(points),
        loadChart(points, 'Requests', 'per second', perSecond),
        valueChart(points, 'Without requests', 'share of a core', {
          idleNodeCores: 'Node',
          idleRedisCores: 'Redis',
        }),
      ],
    },
  ],
  [
    'connections',
    {
      title: 'The same load on more and more connections',
      unit: 'connections',
      charts: points => [
        ...costCharts(points),
        loadChart(points, 'Slowest of a hundred responses (p99)', 'ms', p99Ms),
        valueChart(points, 'Memory of the server', 'MiB', { serverResidentMiB: 'resident' }),
      ],
    },
  ],
  [
    'processes',
    {
      title: 'One to four server processes on two cores',
      unit: 'server processes',
      charts: points => [...costCharts(points), loadChart(points, 'Requests', 'per second', perSecond)],
    },
  ],
  [
    'cluster',
    {
      title: '60 projects on one Redis and on a cluster of three masters',
      unit: 'masters',
      charts: points => [
        ...costCharts(points),
        valueChart(points, 'Part of the busiest master', 'share of all work', { busiestMasterShare: 'busiest master' }),
        masterCapacity(points),
      ],
    },
  ],
]);

/** The page of a measured curve; undefined for a curve without pictures. */
export const chartPage = ({ part, points }: SavedScale): ChartPage | undefined => {
  const page = pages.get(part);
  return (
    page && {
      title: page.title,
      unit: page.unit,
      points: points.map(({ count }) => axisText(count)),
      charts: page.charts(points),
    }
  );
};
