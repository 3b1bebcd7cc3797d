/** The table of a list: a row for each resource, a column for each chosen member. */
import { Anchor, Checkbox, Group, Image, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { lazy, type MouseEvent, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { JsonSchema } from '../api/description';
import { useProjectKey } from '../session/useProjectKey';
import { RelativeTime } from '../values/RelativeTime';
import { PaymentOrder } from '../values/PaymentOrder';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import type { Sorter } from '../lists/listState';
import { isSortable } from './columns';
import { isDateTime, isLocalizedText, isMoney } from '../values/format';
import { isReference, type Resource, textOf } from '../api/Resource';
import type { CampaignPath, Discount } from '../campaigns/campaign';
import { cellValue } from './shopColumns';
import { typePages } from './typePages';
import { labelOf } from '../values/labelOf';
import type { ResourceType } from '../resources/resourceTypes';
import { typeFacts } from '../resources/typeFacts';

const Sentence = lazy(async () => ({ default: (await import('../campaigns/Sentence')).Sentence }));

interface ResultTableProps {
  readonly type: ResourceType;
  /** Undefined until it is loaded. */
  readonly schema: JsonSchema | undefined;
  readonly columns: readonly string[];
  /** Undefined until the first page is loaded. */
  readonly resources: readonly Resource[] | undefined;
  readonly isFetching: boolean;
  readonly isDense: boolean;
  /** Tells whether the shown results can be sorted by a member that the API can sort by. */
  readonly isSortable: (name: string) => boolean;
  readonly sorter: Sorter | undefined;
  readonly onSort: (sorter: Sorter) => void;
  /** Undefined if resources of the type cannot be changed. */
  readonly selectedIds: ReadonlySet<string> | undefined;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

/** The height of the page that the header covers. */
const headerHeight = 56;

const SortableHeader = (props: {
  readonly name: string;
  readonly typeName: string;
  readonly schema: JsonSchema | undefined;
  readonly sorter: Sorter | undefined;
  readonly onSort: (sorter: Sorter) => void;
}) => {
  const { name, typeName, schema, sorter, onSort } = props;
  const label = useWords().member(name, typeName);
  if (!isSortable(schema)) return <Table.Th scope="col">{label}</Table.Th>;
  const order = sorter?.field === name ? sorter.order : undefined;
  const arrow = order === undefined ? '' : order === 'asc' ? ' ↑' : ' ↓';
  return (
    <Table.Th scope="col" aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}>
      <UnstyledButton fw={700} fz="sm" onClick={() => onSort({ field: name, order: order === 'asc' ? 'desc' : 'asc' })}>
        {label}
        {arrow}
      </UnstyledButton>
    </Table.Th>
  );
};

const LoadingRows = ({ columns }: { readonly columns: number }) => (
  <>
    {Array.from({ length: 6 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
      <Table.Tr key={row}>
        <Table.Td colSpan={columns}>
          <Skeleton height={18} />
        </Table.Td>
      </Table.Tr>
    ))}
  </>
);

/** Returns the text of the first cell; a link to another resource cannot be inside the link of the row. */
const firstText = (path: string, name: string, resource: Resource, language: string): string => {
  const value = cellValue(path, name, resource);
  const text = isReference(value) || name === 'key' ? undefined : textOf(value, language);
  return text ?? labelOf(resource, language);
};

interface CellProps {
  readonly name: string;
  readonly value: unknown;
  readonly language: string;
}

/** A cell with one line: a localized text in the language of the console, and times as relative times. */
const Cell = ({ name, value, language }: CellProps) => {
  if (isDateTime(value)) return <RelativeTime time={value} />;
  if (isLocalizedText(value)) return textOf(value, language);
  return <ValueView value={value} member={name} />;
};

interface RowProps {
  readonly resource: Resource;
  readonly type: ResourceType;
  readonly columns: readonly string[];
  readonly isSelected: boolean | undefined;
  readonly onSelect: (isSelected: boolean) => void;
}

const Row = ({ resource, type, columns, isSelected, onSelect }: RowProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const path = `/${projectKey}/${type.path}/${resource.id}`;
  /** Opens the row. A link in the row has its own target, and a window that a cell opens is not a part of the row. */
  const openUnlessLink = ({ target, currentTarget }: MouseEvent): void => {
    const isOfRow = currentTarget.contains(target as Element);
    if (isOfRow && (target as Element).closest('a, button') === null) void navigate(path);
  };
  // The first cell links to the resource.
  const [first = 'id', ...others] = columns;
  const { pictureOf, cellOf } = typePages(type.path);
  const picture = pictureOf?.(resource);
  return (
    <Table.Tr onClick={openUnlessLink}>
      {isSelected !== undefined && (
        <Table.Td w={40} onClick={event => event.stopPropagation()}>
          <Checkbox
            checked={isSelected}
            aria-label={t('lists.select', { label: labelOf(resource, i18n.language) })}
            onChange={event => onSelect(event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {picture !== undefined && <Image src={picture} alt="" w={32} h={32} radius="sm" fit="cover" />}
          <Anchor component={Link} to={path} size="sm" data-row="">
            {firstText(type.path, first, resource, i18n.language)}
          </Anchor>
        </Group>
      </Table.Td>
      {others.map(name => {
        const value = cellValue(type.path, name, resource);
        const cell = cellOf?.(name, resource, value);
        return (
          <Table.Td key={name} data-label={words.member(name, type.name)} ta={isMoney(value) ? 'right' : undefined}>
            {name === 'sentence' ? (
              <Suspense fallback="…">
                <Sentence path={type.path as CampaignPath} discount={resource as Discount} />
              </Suspense>
            ) : name === typeFacts(type.path).orderColumn ? (
              <PaymentOrder paymentId={resource.id} hasCustomer={resource.customer !== undefined} />
            ) : name === 'customerEmail' && typeof resource.customerId === 'string' ? (
              <Anchor component={Link} to={`/${projectKey}/customers/${resource.customerId}`} size="sm">
                {String(value)}
              </Anchor>
            ) : cell !== undefined ? (
              <Suspense>{cell}</Suspense>
            ) : (
              <Cell name={name} value={value} language={i18n.language} />
            )}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
};

export const ResultTable = (props: ResultTableProps) => {
  const { type, schema, columns, resources, isFetching, isDense, sorter, onSort, selectedIds, onSelect } = props;
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={480} className="results">
      <Table
        highlightOnHover
        stickyHeader
        stickyHeaderOffset={headerHeight}
        verticalSpacing={isDense ? 2 : 'xs'}
        aria-busy={isFetching}
      >
        <Table.Thead>
          <Table.Tr>
            {selectedIds !== undefined && (
              <Table.Th w={40}>
                <Checkbox
                  aria-label={t('lists.selectAll')}
                  checked={(resources ?? []).length > 0 && (resources ?? []).every(({ id }) => selectedIds.has(id))}
                  onChange={event =>
                    onSelect(new Set(event.currentTarget.checked ? resources?.map(({ id }) => id) : []))
                  }
                />
              </Table.Th>
            )}
            {columns.map(name => (
              <SortableHeader
                key={name}
                name={name}
                typeName={type.name}
                schema={props.isSortable(name) ? schema?.properties?.[name] : undefined}
                sorter={sorter}
                onSort={onSort}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {resources === undefined ? (
            <LoadingRows columns={columns.length + 1} />
          ) : (
            resources.map(resource => (
              <Row
                key={resource.id}
                resource={resource}
                type={type}
                columns={columns}
                isSelected={selectedIds?.has(resource.id)}
                onSelect={isSelected => {
                  const ids = new Set(selectedIds);
                  if (isSelected) ids.add(resource.id);
                  else ids.delete(resource.id);
                  onSelect(ids);
                }}
              />
            ))
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
