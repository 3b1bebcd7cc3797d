import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Figures } from '../api/figures';
import { Section } from '../layout/Section';
import { FactsTable } from './FactsTable';

const textsOf = (counts: Readonly<Record<string, number>>, nameOf: (name: string) => string) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [nameOf(name), String(count)]));

/** The requests that were refused to keep the server responsive, and the limits that refused them. */
export const OverloadSection = ({ figures: { shed, commits, limits } }: { readonly figures: Figures }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('figures.overload.title')}>
      <Text size="sm" mb="xs">
        {t('figures.overload.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <FactsTable label={t('figures.overload.shed')} facts={textsOf(shed, name => t(`figures.shed.${name}`))} />
        <FactsTable
          label={t('figures.overload.commits')}
          facts={textsOf(commits, name => t(`figures.results.${name}`))}
        />
        <FactsTable label={t('figures.overload.limits')} facts={textsOf(limits, name => name)} />
      </SimpleGrid>
    </Section>
  );
};
