import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../layout/Section';
import { useAllowed } from '../session/useAllowed';
import { RelatedList } from './RelatedList';
import { relations } from './relations';

interface RelatedListsProps {
  /** The path of the resource type. */
  readonly path: string;
  readonly id: string;
}

/** Related resources, in lists of the types that the session may read. */
export const RelatedLists = ({ path, id }: RelatedListsProps) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const readable = (relations.get(path) ?? []).filter(relation => isAllowed('GET', `/${relation.path}`));
  if (readable.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: Math.min(2, readable.length) }} mt="md">
      {readable.map(relation => (
        <Section key={relation.path} title={t(`types.${relation.path}`)}>
          <RelatedList relation={relation} id={id} />
        </Section>
      ))}
    </SimpleGrid>
  );
};
