import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Figures } from '../api/figures';
import { Section } from '../layout/Section';
import { FactsTable } from './FactsTable';
import { formatFigure } from './formatFigure';

/** The durability of changes, and the share of Redis' memory that is used. */
export const StoreSection = ({ figures: { redis, search } }: { readonly figures: Figures }) => {
  const { t, i18n } = useTranslation();
  const title = t('figures.store.title');
  if (redis === undefined)
    return (
      <Section title={title}>
        <Alert color="red">{t('figures.store.silent')}</Alert>
      </Section>
    );
  const { durability, appendOnly, lastWriteSucceeded, replicas, masters, usedBytes, maxBytes } = redis;
  const bytes = (value: number): string => formatFigure(value, 'bytes', i18n.language, '');
  return (
    <Section title={title}>
      <FactsTable
        label={title}
        facts={{
          [t('figures.store.durability')]: durability,
          [t('figures.store.appendOnly')]: t(appendOnly ? 'figures.yes' : 'figures.no'),
          [t('figures.store.lastWrite')]: t(lastWriteSucceeded ? 'figures.yes' : 'figures.no'),
          [t('figures.store.masters')]: String(masters),
          [t('figures.store.replicas')]: String(replicas),
          [t('figures.store.used')]: bytes(usedBytes),
          [t('figures.store.limit')]: maxBytes === 0 ? t('figures.store.unlimited') : bytes(maxBytes),
          [t('figures.store.waiting')]: search === undefined ? t('figures.none') : String(search.waiting),
        }}
      />
    </Section>
  );
};
