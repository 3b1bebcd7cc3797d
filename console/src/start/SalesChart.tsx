/** Revenue by day in one currency; a day leads to its orders. */
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Group, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';
import { formatMoney, fractionDigitsOf, moneyOf } from '../values/format';
import { type OrderFigures, ordersBetween, salesSince, startOfDay } from './sales';

interface SalesChartProps {
  readonly figures: OrderFigures;
  readonly days: number;
  /** Beside the choice of the currency. */
  readonly children: ReactNode;
}

interface ChartDay {
  readonly label: string;
  readonly revenue: number;
  readonly orders: number;
  readonly address: string;
}

const SalesChart = ({ figures, days, children }: SalesChartProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const currencies = salesSince(figures, new Date(0)).map(({ currency }) => currency);
  const [chosen, setChosen] = useState<string>();
  const currency = currencies.find(each => each === chosen) ?? currencies[0] ?? 'EUR';
  const scale = 10 ** fractionDigitsOf(currency);
  const moneyText = (revenue: number): string =>
    formatMoney(moneyOf(currency, Math.round(revenue * scale)), i18n.language);
  const data = Array.from({ length: days }, (_, at): ChartDay => {
    const day = startOfDay(days - 1 - at);
    const sales = figures.days.filter(
      ({ start, currency: of }) => of === currency && startOfDayOf(start).getTime() === day.getTime(),
    );
    return {
      label: new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short' }).format(day),
      revenue: sales.reduce((sum, { cents }) => sum + cents, 0) / scale,
      orders: sales.reduce((sum, { orders }) => sum + orders, 0),
      address: ordersBetween(projectKey, day, day),
    };
  });
  return (
    <>
      <Group mb="xs">
        {children}
        {currencies.length > 1 && (
          <SegmentedControl aria-label={t('start.currency')} data={currencies} value={currency} onChange={setChosen} />
        )}
      </Group>
      <div aria-hidden="true">
        <BarChart
          h={190}
          data={data}
          dataKey="label"
          series={[{ name: 'revenue', label: t('start.revenue'), color: 'blue.6' }]}
          valueFormatter={moneyText}
          barChartProps={{ accessibilityLayer: false }}
          yAxisProps={{ width: 90 }}
          barProps={{
            cursor: 'pointer',
            onClick: ({ payload }) => void navigate((payload as ChartDay).address),
          }}
        />
      </div>
      <VisuallyHidden>
        {data
          .filter(({ orders }) => orders > 0)
          .map(({ label, revenue, orders, address }) => (
            <Link key={address} to={address}>
              {`${label}: ${t('start.orders', { count: orders })}, ${moneyText(revenue)}`}
            </Link>
          ))}
      </VisuallyHidden>
    </>
  );
};

/** The day of the browser to which the start of a day belongs, which may lie within the hour before it. */
const startOfDayOf = (start: string): Date => {
  const day = new Date(Date.parse(start) + 3_599_999);
  day.setHours(0, 0, 0, 0);
  return day;
};

export default SalesChart;
