/** Orders and revenue of a project, by days of the browser's time zone. */
import { useQuery } from '@tanstack/react-query';
import { sendToProject } from '../api/project';
import type { OrderFigures, Sales } from '../../../src/operations/OrderFiguresResponse';
import { listAddress } from '../related/listAddress';
import { dayText, startOfDay } from '../values/days';
import { useProjectKey } from '../session/useProjectKey';

export type { OrderFigures, Sales } from '../../../src/operations/OrderFiguresResponse';

/** The orders that the figures count. */
const countedStates = 'Open,Confirmed,Complete';

export const ordersBetween = (projectKey: string, from: Date, to: Date, where = ''): string =>
  listAddress(projectKey, 'orders', where, {
    createdAt: `${dayText(from)}..${dayText(to)}`,
    orderState: countedStates,
  });

const freshMs = 60_000;

/** Returns the figures of the last days. A day that does not begin at a full hour in UTC begins at the hour before. */
export const useSales = (days: number) => {
  const projectKey = useProjectKey();
  const starts = Array.from({ length: days }, (_, at) => startOfDay(days - 1 - at).toISOString()).join(',');
  return useQuery({
    queryKey: ['sales', projectKey, starts],
    queryFn: ({ signal }) => sendToProject<OrderFigures>(projectKey, '/order-figures', { query: { starts }, signal }),
    refetchInterval: freshMs,
  });
};

/** Returns the sums of the days since a time, by currency; the currency with most orders first. */
export const salesSince = ({ days }: OrderFigures, since: Date): readonly Sales[] => {
  const sums = new Map<string, { currency: string; orders: number; cents: number }>();
  for (const { start, currency, orders, cents } of days) {
    if (new Date(start) < new Date(since.getTime() - hourMs)) continue;
    const sum = sums.get(currency) ?? { currency, orders: 0, cents: 0 };
    sums.set(currency, { currency, orders: sum.orders + orders, cents: sum.cents + cents });
  }
  return [...sums.values()].sort((a, b) => b.orders - a.orders);
};

/** Starts are at full hours. */
const hourMs = 3_600_000;
