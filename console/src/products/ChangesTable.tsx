/** The differences between two states of a product, in words. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BeforeAfterTable } from '../changes/BeforeAfterTable';
import type { AttributeDefinition } from '../forms/definitions';
import { useWords } from '../words/useWords';
import type { Named } from './markets';
import type { ProductData } from './Product';
import { productChanges } from './productChanges';

interface ChangesTableProps {
  readonly before: ProductData;
  readonly after: ProductData;
  readonly headings: readonly [before: string, after: string];
  readonly definitions: readonly AttributeDefinition[];
  readonly setup: Named;
}

export const ChangesTable = ({ before, after, headings, definitions, setup }: ChangesTableProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const context = { definitions, setup, words, t, language: i18n.language };
  const changes = productChanges(before, after, context);
  if (changes.length === 0) return <Text size="sm">{t('product.noChanges')}</Text>;
  return <BeforeAfterTable headings={[t('product.what'), ...headings]} rows={changes} />;
};
