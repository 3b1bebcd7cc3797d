/** A line chart of the last minutes. Its text contains the last values, for people who cannot see the lines. */
import { Card, ColorSwatch, Group, Text } from '@mantine/core';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ChartData, Point, Series } from './figureSeries';

/** Returns a colour with enough contrast in light and dark. */
const colourOf = (at: number): string => `var(--mantine-color-${['blue', 'orange'][at] ?? 'gray'}-6)`;

const latestOf = ({ points }: Series): number | undefined => points.at(-1)?.value;

/** Returns the line of a series in a square of 100 by 100; missing values are gaps. */
const linePath = (points: readonly Point[], max: number): string => {
  const [x, y] = [scaleLinear([0, Math.max(points.length - 1, 1)], [0, 100]), scaleLinear([0, max], [100, 0])];
  return (
    line<Point>()
      .defined(({ value }) => value !== undefined)
      .x((_, at) => x(at))
      .y(({ value = 0 }) => y(value))([...points]) ?? ''
  );
};

interface FigureChartProps {
  readonly title: string;
  readonly chart: ChartData;
  readonly nameOf: (series: string) => string;
  readonly format: (value: number | undefined) => string;
  readonly maxText: (value: string) => string;
}

export const FigureChart = ({ title, chart: { series }, nameOf, format, maxText }: FigureChartProps) => {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const max = Math.max(0, ...values);
  return (
    <Card withBorder component="figure" m={0} padding="sm">
      <Text component="figcaption" fw={600} size="sm">
        {title}
      </Text>
      <Group gap="md" mt={4}>
        {series.map((each, at) => (
          <Group key={each.name} gap={6}>
            {series.length > 1 && <ColorSwatch size={10} color={colourOf(at)} />}
            <Text size="sm">
              {series.length > 1 ? `${nameOf(each.name)}: ${format(latestOf(each))}` : format(latestOf(each))}
            </Text>
          </Group>
        ))}
      </Group>
      <svg
        aria-hidden="true"
        width="100%"
        height={80}
        viewBox="0 -3 100 106"
        preserveAspectRatio="none"
        fill="none"
        strokeWidth={2}
      >
        {series.map(({ name, points }, at) => (
          <path
            key={name}
            d={linePath(points, max || 1)}
            stroke={colourOf(at)}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <Text size="xs" c="dimmed">
        {maxText(format(max))}
      </Text>
    </Card>
  );
};
