/** The newest resources of another type that belong to the resource of the page, with a link to all of them. */
import { Anchor, Box, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Page, type Resource, textOf } from '../api/Resource';
import { labelOf } from '../values/labelOf';
import { typeFacts } from '../resources/typeFacts';
import { useProjectKey } from '../session/useProjectKey';
import { formatMoney, isMoney } from '../values/format';
import { RelativeTime } from '../values/RelativeTime';
import { ValueView } from '../values/ValueView';
import { listAddress } from './listAddress';
import type { Relation } from './relations';
import { relatedShown, useRelated } from './useRelated';
import { LoadState } from '../layout/LoadError';

interface Items {
  readonly lineItems?: readonly { readonly name: unknown; readonly quantity: number }[];
}

/** Describes the bought items: `2 × Chair, 1 × Table`. */
const itemsText = (resource: Resource, language: string): string =>
  ((resource as Items).lineItems ?? [])
    .map(({ name, quantity }) => `${quantity} × ${textOf(name, language) ?? ''}`)
    .join(', ');

const RelatedTable = ({
  path,
  stateMember,
  page,
}: Pick<Relation, 'path' | 'stateMember'> & { readonly page: Page }) => {
  const { i18n } = useTranslation();
  const projectKey = useProjectKey();
  const { showsItems = false } = typeFacts(path);
  const stateOf = (resource: Resource) => (
    <ValueView value={stateMember === undefined ? undefined : resource[stateMember]} member={stateMember} />
  );
  return (
    <Table verticalSpacing={4} horizontalSpacing={6}>
      <Table.Tbody>
        {page.results.map(resource => (
          <Table.Tr key={resource.id}>
            <Table.Td>
              <Anchor
                component={Link}
                to={`/${projectKey}/${path}/${resource.id}`}
                size="sm"
                className={showsItems ? 'number' : undefined}
              >
                {/* The page already shows the owner. */}
                {labelOf({ ...resource, customerEmail: undefined }, i18n.language)}
              </Anchor>
              {showsItems && (
                <Text size="xs" c="dimmed" lineClamp={1} visibleFrom="sm">
                  {itemsText(resource, i18n.language)}
                </Text>
              )}
            </Table.Td>
            <Table.Td fz="sm">
              <RelativeTime time={resource.createdAt} />
              {/* A phone is too narrow for a column of states. */}
              <Box hiddenFrom="xs">{stateOf(resource)}</Box>
            </Table.Td>
            <Table.Td visibleFrom="xs">{stateOf(resource)}</Table.Td>
            {/* The labels of other types contain their amount. */}
            {showsItems && isMoney(resource.totalPrice) && (
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(resource.totalPrice, i18n.language)}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

interface RelatedListProps {
  readonly relation: Relation;
  readonly id: string;
  /** Maximum number of shown resources. */
  readonly shown?: number;
}

/** The height of a row with two lines. */
const rowHeight = 56;

export const RelatedList = ({ relation, id, shown = relatedShown }: RelatedListProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const { path, stateMember, chips } = relation;
  const where = relation.where(id);
  const query = useRelated(path, where, shown);
  const { data } = query;
  if (data === undefined) return <LoadState of={query} height={Math.ceil(shown / 2) * rowHeight} />;
  if (data.results.length === 0) return <Text size="sm">{t('related.none')}</Text>;
  const isPart = (data.total ?? 0) > data.results.length;
  const address =
    chips === undefined ? listAddress(projectKey, path, where) : listAddress(projectKey, path, '', chips(id));
  return (
    <>
      <RelatedTable path={path} stateMember={stateMember} page={data} />
      {(isPart || chips !== undefined) && (
        <Group gap="xs">
          {isPart && <Text size="sm">{t('related.newestOf', { count: data.results.length, total: data.total })}</Text>}
          <Anchor component={Link} to={address} size="sm">
            {t('related.all')}
          </Anchor>
        </Group>
      )}
    </>
  );
};
