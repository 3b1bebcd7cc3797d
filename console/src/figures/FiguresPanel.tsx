/** The current activity of the server process: charts of ten minutes, its store and limits, and its slow requests. */
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Figures } from '../api/figures';
import { chartsOf } from './figureSeries';
import { formatFigure } from './formatFigure';
import { FigureChart } from './FigureChart';
import { OverloadSection } from './OverloadSection';
import { SlowRequestsSection } from './SlowRequestsSection';
import { StoreSection } from './StoreSection';
import { useFigureHistory } from './useFigureHistory';
import { LoadState } from '../layout/LoadError';

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
  const query = useFigureHistory();
  const history = query.data;
  const latest = history?.at(-1);
  if (history === undefined || latest === undefined) return <LoadState of={query} />;
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
