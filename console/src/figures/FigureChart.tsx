/** A line chart of the last minutes: its last values are also its text, for people who do not see the lines. */
import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { Card, ColorSwatch, Group, Text } from '@mantine/core';
import type { ChartData, Series } from './figureSeries';

/** Their shades have enough contrast in light and dark. */
const colours = ['blue.6', 'orange.6'];

const latestOf = ({ points }: Series): number | undefined => points.at(-1)?.value;

/** A row for each time, with the values of all series. */
const rowsOf = (series: readonly Series[]) =>
  (series[0]?.points ?? []).map(({ atMs }, at) => ({
    atMs,
    ...Object.fromEntries(series.map(({ name, points }) => [name, points[at]?.value])),
  }));

interface FigureChartProps {
  readonly title: string;
  readonly chart: ChartData;
  readonly nameOf: (series: string) => string;
  readonly format: (value: number | undefined) => string;
  /** The text of the largest value. */
  readonly maxText: (value: string) => string;
}

export const FigureChart = ({ title, chart: { series }, nameOf, format, maxText }: FigureChartProps) => {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  return (
    <Card withBorder component="figure" m={0} padding="sm">
      <Text component="figcaption" fw={600} size="sm">
        {title}
      </Text>
      <Group gap="md" mt={4}>
        {series.map((each, at) => (
          <Group key={each.name} gap={6}>
            {series.length > 1 && (
              <ColorSwatch size={10} color={`var(--mantine-color-${colours[at]?.replace('.', '-')})`} />
            )}
            <Text size="sm">
              {series.length > 1 ? `${nameOf(each.name)}: ${format(latestOf(each))}` : format(latestOf(each))}
            </Text>
          </Group>
        ))}
      </Group>
      <div aria-hidden="true">
        <LineChart
          h={80}
          data={rowsOf(series)}
          dataKey="atMs"
          series={series.map(({ name }, at) => ({ name, label: nameOf(name), color: colours[at] ?? 'gray.6' }))}
          curveType="linear"
          withDots={false}
          withXAxis={false}
          withYAxis={false}
          withTooltip={false}
          gridAxis="none"
          connectNulls={false}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 4, bottom: 4, left: 0, right: 0 } }}
          lineProps={{ isAnimationActive: false }}
        />
      </div>
      <Text size="xs" c="dimmed">
        {maxText(format(Math.max(0, ...values)))}
      </Text>
    </Card>
  );
};
