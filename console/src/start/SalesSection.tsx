/** Orders and revenue: today, this week, by day and by market, and top products. Each links to the orders behind it. */
import { Anchor, Group, SegmentedControl, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TableHead } from '../layout/TableHead';
import { Section } from '../layout/Section';
import { useProjectKey } from '../session/useProjectKey';
import { formatMoney, moneyOf } from '../values/format';
import { ReferenceLink } from '../values/ReferenceLink';
import { SalesChart } from './SalesChart';
import { daysOfWeek, startOfDay } from '../values/days';
import { type OrderFigures, ordersBetween, type Sales, salesSince, useSales } from './sales';
import { LoadState } from '../layout/LoadError';

const spans = [7, 30, 90];

interface TotalsProps {
  readonly title: string;
  readonly sales: readonly Sales[];
  readonly since: Date;
}

const Totals = ({ title, sales, since }: TotalsProps) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const orders = sales.reduce((sum, each) => sum + each.orders, 0);
  return (
    <Section title={title}>
      <Anchor component={Link} to={ordersBetween(projectKey, since, startOfDay())} fw={600}>
        {t('start.orders', { count: orders })}
      </Anchor>
      <Group gap="lg">
        {sales.map(({ currency, cents }) => (
          <Text key={currency} fz={22} fw={700}>
            {formatMoney(moneyOf(currency, cents), i18n.language)}
          </Text>
        ))}
      </Group>
    </Section>
  );
};

const Markets = ({ markets, since }: { readonly markets: OrderFigures['markets']; readonly since: Date }) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  return (
    <Table>
      <TableHead labels={[t('start.market'), t('types.orders'), t('start.revenue')]} numbersFrom={1} />
      <Table.Tbody>
        {markets.map(({ country, storeKey, currency, orders, cents }) => {
          const where = [
            country === undefined ? 'country is not defined' : `country = "${country}"`,
            storeKey === undefined ? 'store is not defined' : `store(key = "${storeKey}")`,
          ].join(' and ');
          return (
            <Table.Tr key={`${country} ${storeKey} ${currency}`}>
              <Table.Td>
                <Anchor component={Link} to={ordersBetween(projectKey, since, startOfDay(), where)} size="sm">
                  {[country && names.of(country), storeKey].filter(Boolean).join(' · ') || t('start.noMarket')}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {orders}
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(moneyOf(currency, cents), i18n.language)}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
};

const Sold = ({ sold }: Pick<OrderFigures, 'sold'>) => {
  const { i18n } = useTranslation();
  return (
    <Table>
      <Table.Tbody>
        {sold.map(({ productId, quantity }) => (
          <Table.Tr key={productId}>
            <Table.Td fz="sm">
              <ReferenceLink reference={{ typeId: 'product', id: productId }} />
            </Table.Td>
            <Table.Td ta="right">{new Intl.NumberFormat(i18n.language).format(quantity)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

export const SalesSection = () => {
  const { t } = useTranslation();
  const [days, setDays] = useState(30);
  const query = useSales(days);
  const { data } = query;
  if (data === undefined) return <LoadState of={query} />;
  const [today, monday, first] = [startOfDay(), startOfDay(daysOfWeek()), startOfDay(days - 1)];
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Totals title={t('start.today')} sales={salesSince(data, today)} since={today} />
        <Totals title={t('start.week')} sales={salesSince(data, monday)} since={monday} />
      </SimpleGrid>
      <Section title={t('start.byDay')}>
        <SalesChart figures={data} days={days}>
          <SegmentedControl
            aria-label={t('start.span')}
            data={spans.map(each => ({ value: String(each), label: t('start.days', { count: each }) }))}
            value={String(days)}
            onChange={value => setDays(Number(value))}
          />
        </SalesChart>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={t('start.byMarket', { count: days })}>
          {data.markets.length === 0 ? (
            <Text size="sm">{t('start.none')}</Text>
          ) : (
            <Markets markets={data.markets} since={first} />
          )}
        </Section>
        <Section title={t('start.sold')}>
          {data.sold.length === 0 ? <Text size="sm">{t('start.none')}</Text> : <Sold sold={data.sold} />}
        </Section>
      </SimpleGrid>
    </Stack>
  );
};
