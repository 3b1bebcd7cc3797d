/** Revenue by day in one currency. A bar links to the orders of its day; the arrow keys move from bar to bar. */
import './salesChart.css';
import { Group, SegmentedControl } from '@mantine/core';
import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';
import { formatMoney, fractionDigitsOf, moneyOf } from '../values/format';
import { startOfDay } from '../values/days';
import { type OrderFigures, ordersBetween, salesSince } from './sales';

/** Maximum number of labels that fit beside each other on a phone. */
const labelsMax = 4;
/** Approximate number of lines, which are at round values. */
const linesAbout = 4;

interface ChartDay {
  readonly label: string;
  readonly revenue: number;
  readonly orders: number;
  readonly address: string;
}

/** Moves the focus to the next, previous, first or last bar, so that the Tab key stops only once at the chart. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = bars.indexOf(document.activeElement as HTMLElement);
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(at - 1, 0),
    ArrowRight: Math.min(at + 1, bars.length - 1),
    Home: 0,
    End: bars.length - 1,
  };
  const next = bars[places[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

interface BarsProps {
  readonly days: readonly ChartDay[];
  readonly moneyText: (revenue: number) => string;
  readonly axisText: (revenue: number) => string;
}

const Bars = ({ days, moneyText, axisText }: BarsProps) => {
  const { t } = useTranslation();
  const last = days.findLastIndex(({ orders }) => orders > 0);
  const [focused, setFocused] = useState<string>();
  const stop = days.find(({ address, orders }) => orders > 0 && address === focused) ?? days[last];
  const max = Math.max(...days.map(({ revenue }) => revenue));
  const percentOf = scaleLinear([0, max || 1], [0, 100]).nice(linesAbout);
  const steps = percentOf.ticks(linesAbout);
  const interval = Math.ceil(days.length / labelsMax);
  return (
    <div className="sales-chart">
      <div className="sales-values" aria-hidden="true">
        {steps.map(step => (
          <span key={step} style={{ bottom: `${percentOf(step)}%` }}>
            {axisText(step)}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form */}
      <div className="sales-bars" role="group" aria-label={t('start.byDay')} onKeyDown={moveFocus}>
        {steps.map(step => (
          <hr key={step} aria-hidden="true" style={{ bottom: `${percentOf(step)}%` }} />
        ))}
        {days.map(day => {
          const { label, revenue, orders, address } = day;
          return (
            <div key={address}>
              {orders > 0 && (
                <Link
                  to={address}
                  tabIndex={day === stop ? 0 : -1}
                  onFocus={() => setFocused(address)}
                  style={{ height: `${Math.max(percentOf(revenue), 1)}%` }}
                >
                  <span>{`${label}: ${t('start.orders', { count: orders })}, ${moneyText(revenue)}`}</span>
                </Link>
              )}
            </div>
          );
        })}
      </div>
      <div className="sales-days" aria-hidden="true">
        {days.map(({ address, label }, at) => (
          <div key={address}>{(days.length - 1 - at) % interval === 0 && <span>{label}</span>}</div>
        ))}
      </div>
    </div>
  );
};

interface SalesChartProps {
  readonly figures: OrderFigures;
  readonly days: number;
  /** Content beside the choice of the currency. */
  readonly children: ReactNode;
}

export const SalesChart = ({ figures, days, children }: SalesChartProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const currencies = salesSince(figures, new Date(0)).map(({ currency }) => currency);
  const [chosen, setChosen] = useState<string>();
  const currency = currencies.find(each => each === chosen) ?? currencies[0] ?? 'EUR';
  const scale = 10 ** fractionDigitsOf(currency);
  const moneyText = (revenue: number): string =>
    formatMoney(moneyOf(currency, Math.round(revenue * scale)), i18n.language);
  const axisFormat = new Intl.NumberFormat(i18n.language, { style: 'currency', currency, notation: 'compact' });
  const chartDays = Array.from({ length: days }, (_, at): ChartDay => {
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
      <Bars days={chartDays} moneyText={moneyText} axisText={value => axisFormat.format(value)} />
    </>
  );
};

/** Returns the day of the browser for the start of a day, which may lie within the hour before it. */
const startOfDayOf = (start: string): Date => {
  const day = new Date(Date.parse(start) + 3_599_999);
  day.setHours(0, 0, 0, 0);
  return day;
};
