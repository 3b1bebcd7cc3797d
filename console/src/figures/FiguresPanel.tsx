/** What the server process does now: charts of ten minutes, its store and limits, and its slow requests. */
import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Figures } from '../api/figures';
import { Loading } from '../layout/Loading';
import { errorText } from '../api/errorText';
import { chartsOf } from './figureSeries';
import { formatFigure } from './formatFigure';
import { FigureChart } from './FigureChart';
import { OverloadSection } from './OverloadSection';
import { SlowRequestsSection } from './SlowRequestsSection';
import { StoreSection } from './StoreSection';
import { useFigureHistory } from './useFigureHistory';

const Charts = ({ history }: { readonly history: readonly Figures[] }) => {
  const { t, i18n } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      {chartsOf(history).map(chart => (
        <FigureChart
          key={chart.name}
          title={t(`figures.charts.${chart.name}`)}
          chart={chart}
          nameOf={name => t(`figures.series.${name}`)}
          format={value => formatFigure(value, chart.unit, i18n.language, t('figures.none'))}
          maxText={value => t('figures.most', { value })}
        />
      ))}
    </SimpleGrid>
  );
};

export const FiguresPanel = () => {
  const { t } = useTranslation();
  const { data: history, error } = useFigureHistory();
  const latest = history?.at(-1);
  if (history === undefined || latest === undefined)
    return error === null ? <Loading /> : <Alert color="red">{errorText(error, t)}</Alert>;
  const { host, pid, version, workers, connections, replacedWorkers } = latest.process;
  return (
    <Stack>
      <Title order={2} size="h3">
        {t('figures.title')}
      </Title>
      <Text size="sm">{t('figures.process', { host, pid, version, workers, connections, replacedWorkers })}</Text>
      <Charts history={history} />
      <StoreSection figures={latest} />
      <OverloadSection figures={latest} />
      <SlowRequestsSection figures={latest} />
    </Stack>
  );
};
