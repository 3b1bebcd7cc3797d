/** A line chart of the last minutes: its values are also its text, for people who do not see the lines. */
import { Card, Group, Text } from '@mantine/core';
import type { ChartData, Point, Series } from './figureSeries';

const width = 300;
const height = 80;
/** Until there is more to show, a chart shows one minute. */
const spanMinMs = 60_000;
/** Mantine's colours by their shades, which have enough contrast in light and dark. */
const colours = ['var(--mantine-color-blue-6)', 'var(--mantine-color-orange-6)'];

interface Scale {
  readonly startMs: number;
  readonly endMs: number;
  readonly max: number;
}

const pathOf = (points: readonly Point[], { startMs, endMs, max }: Scale): string => {
  let isDrawing = false;
  return points
    .map(({ atMs, value }) => {
      if (value === undefined) {
        isDrawing = false;
        return '';
      }
      const x = ((atMs - startMs) / (endMs - startMs)) * width;
      const y = height - (value / max) * height;
      const command = `${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
      isDrawing = true;
      return command;
    })
    .join('');
};

const valuesOf = (series: readonly Series[]): readonly number[] =>
  series.flatMap(({ points }) => points.flatMap(({ value }) => (value === undefined ? [] : [value])));

const latestOf = ({ points }: Series): number | undefined => points.at(-1)?.value;

interface LineChartProps {
  readonly title: string;
  readonly chart: ChartData;
  readonly nameOf: (series: string) => string;
  readonly format: (value: number | undefined) => string;
  /** The text of the largest value. */
  readonly maxText: (value: string) => string;
}

export const LineChart = ({ title, chart: { series }, nameOf, format, maxText }: LineChartProps) => {
  const most = Math.max(0, ...valuesOf(series));
  const times = series.flatMap(({ points }) => points.map(({ atMs }) => atMs));
  const endMs = Math.max(0, ...times);
  const scale = { startMs: Math.min(endMs - spanMinMs, ...times), endMs, max: most === 0 ? 1 : most };
  return (
    <Card withBorder component="figure" m={0} padding="sm">
      <Text component="figcaption" fw={600} size="sm">
        {title}
      </Text>
      <Group gap="md" mt={4}>
        {series.map((each, at) => (
          <Group key={each.name} gap={6}>
            {series.length > 1 && (
              <svg width={10} height={10} aria-hidden="true">
                <circle cx={5} cy={5} r={5} fill={colours[at]} />
              </svg>
            )}
            <Text size="sm">
              {series.length > 1 ? `${nameOf(each.name)}: ${format(latestOf(each))}` : format(latestOf(each))}
            </Text>
          </Group>
        ))}
      </Group>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        aria-hidden="true"
      >
        <line x1={0} x2={width} y1={height} y2={height} stroke="var(--mantine-color-dimmed)" strokeWidth={1} />
        {series.map((each, at) => (
          <path
            key={each.name}
            d={pathOf(each.points, scale)}
            fill="none"
            stroke={colours[at]}
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {maxText(format(most))}
      </Text>
    </Card>
  );
};
