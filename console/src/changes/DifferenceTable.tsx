/** The members in which two versions of a resource differ, side by side. */
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { useWords } from '../words/useWords';
import { BeforeAfterTable } from './BeforeAfterTable';
import { differencesOf } from './differences';

interface DifferenceTableProps {
  readonly before: Resource;
  readonly after: Resource;
  readonly headings: readonly [before: string, after: string];
}

export const DifferenceTable = ({ before, after, headings }: DifferenceTableProps) => {
  const { t } = useTranslation();
  const words = useWords();
  const rows = differencesOf(before, after).map(each => ({ ...each, what: words.member(each.member) }));
  return <BeforeAfterTable headings={[t('change.member'), ...headings]} rows={rows} />;
};
