/** All discounts by the weeks in which they are valid. */
import { Anchor, Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textOf } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { type CampaignPath, type CampaignState, type Discount, stateOf } from './campaign';
import { CampaignViews, useCampaignPath } from './CampaignViews';
import { Sentence } from './Sentence';
import { weekOf, weeksLater } from '../validity/times';
import { useDiscounts } from './useDiscounts';
import { ScrolledTable } from '../layout/ScrolledTable';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const weeksShown = 8;
const step = 4;

const colors: Readonly<Record<CampaignState, string>> = {
  Running: 'var(--mantine-color-green-light)',
  Planned: 'var(--mantine-color-blue-light)',
  Ended: 'var(--mantine-color-gray-light)',
  Off: 'var(--mantine-color-gray-light)',
};

interface Bar {
  readonly path: CampaignPath;
  readonly discount: Discount;
  /** The first and the last of the shown weeks; the last one is included. */
  readonly first: number;
  readonly last: number;
}

const barOf = (path: CampaignPath, discount: Discount, weeks: readonly Date[]): Bar | undefined => {
  const from = discount.validFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(discount.validFrom);
  const until = discount.validUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(discount.validUntil);
  const isIn = (week: Date): boolean => from < weeksLater(week, 1).getTime() && until > week.getTime();
  const first = weeks.findIndex(isIn);
  return first < 0 ? undefined : { path, discount, first, last: weeks.findLastIndex(isIn) };
};

const BarRow = ({ bar: { path, discount, first, last }, weeks }: { readonly bar: Bar; readonly weeks: number }) => {
  const { i18n } = useTranslation();
  const projectKey = useProjectKey();
  const after = weeks - last - 1;
  return (
    <Table.Tr>
      <Table.Th scope="row" miw={160} maw={260}>
        <Anchor component={Link} to={`/${projectKey}/${path}/${discount.id}`} size="sm">
          {textOf(discount.name, i18n.language) ?? discount.id}
        </Anchor>
      </Table.Th>
      {first > 0 && <Table.Td colSpan={first} />}
      <Table.Td colSpan={last - first + 1} p={2}>
        <Box bg={colors[stateOf(discount)]} p={4} fz="xs" style={{ borderRadius: 4 }}>
          <Sentence path={path} discount={discount} />
        </Box>
      </Table.Td>
      {after > 0 && <Table.Td colSpan={after} />}
    </Table.Tr>
  );
};

interface WeeksProps {
  readonly weeks: readonly Date[];
  readonly bars: readonly Bar[];
}

const Weeks = ({ weeks, bars }: WeeksProps) => {
  const { t, i18n } = useTranslation();
  const dayText = (day: Date): string =>
    new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short' }).format(day);
  return (
    <ScrolledTable minWidth={900} label={t('campaign.calendar')}>
      <Table withColumnBorders layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" w={200}>
              {t('campaign.name')}
            </Table.Th>
            {weeks.map(week => (
              <Table.Th key={week.getTime()} scope="col" aria-label={t('campaign.week', { day: dayText(week) })}>
                {dayText(week)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map(bar => (
            <BarRow key={bar.discount.id} bar={bar} weeks={weeks.length} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

/** Returns the active discounts that are valid in some weeks. */
const useBars = (weeks: readonly Date[]) => {
  const isAllowed = useAllowed();
  const carts = useDiscounts('cart-discounts', isAllowed('GET', '/cart-discounts'));
  const prices = useDiscounts('product-discounts', isAllowed('GET', '/product-discounts'));
  const barsOf = (path: CampaignPath, { data }: typeof carts): readonly Bar[] =>
    (data?.results ?? []).filter(({ isActive }) => isActive).flatMap(discount => barOf(path, discount, weeks) ?? []);
  return {
    bars: [...barsOf('cart-discounts', carts), ...barsOf('product-discounts', prices)],
    queries: [carts, prices],
  };
};

const CalendarPage = () => {
  const { t } = useTranslation();
  const path = useCampaignPath();
  const [start, setStart] = useState(() => weekOf(new Date()));
  const weeks = Array.from({ length: weeksShown }, (_, at) => weeksLater(start, at));
  const { bars, queries } = useBars(weeks);
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('campaign.calendar')}</PageTitle>
        <CampaignViews path={path} shown="calendar" />
      </Group>
      <Group>
        <Button variant="default" onClick={() => setStart(weeksLater(start, -step))}>
          {t('campaign.earlier')}
        </Button>
        <Button variant="default" onClick={() => setStart(weekOf(new Date()))}>
          {t('campaign.today')}
        </Button>
        <Button variant="default" onClick={() => setStart(weeksLater(start, step))}>
          {t('campaign.later')}
        </Button>
      </Group>
      <LoadState of={queries} />
      {queries.every(({ isLoading, isError }) => !isLoading && !isError) && bars.length === 0 && (
        <Text>{t('campaign.noneInTime')}</Text>
      )}
      {bars.length > 0 && <Weeks weeks={weeks} bars={bars} />}
    </Stack>
  );
};

export default CalendarPage;
