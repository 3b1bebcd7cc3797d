/** The table of a list: a row for each resource, a column for each chosen member. */
import { Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core';
import type { CrudSort } from '@refinedev/core';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { JsonSchema } from '../api/description';
import { useProjectKey } from '../session/useProjectKey';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import { isSortable } from './columns';
import { isReference, type Resource } from '../api/Resource';
import { labelOf } from '../values/labelOf';
import type { ResourceType } from '../resources/resourceTypes';

interface ResultTableProps {
  readonly type: ResourceType;
  /** Undefined until it is loaded. */
  readonly schema: JsonSchema | undefined;
  readonly columns: readonly string[];
  /** Undefined until the first page is loaded. */
  readonly resources: readonly Resource[] | undefined;
  readonly isFetching: boolean;
  /** Whether what the list shows can be sorted by a member, if the API sorts by it at all. */
  readonly isSortable: (name: string) => boolean;
  readonly sorter: CrudSort | undefined;
  readonly onSort: (sorter: CrudSort) => void;
  /** Undefined where resources of the type cannot be changed. */
  readonly selectedIds: ReadonlySet<string> | undefined;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

const SortableHeader = (props: {
  readonly name: string;
  readonly typeName: string;
  readonly schema: JsonSchema | undefined;
  readonly sorter: CrudSort | undefined;
  readonly onSort: (sorter: CrudSort) => void;
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

interface RowProps {
  readonly resource: Resource;
  readonly path: string;
  readonly columns: readonly string[];
  readonly isSelected: boolean | undefined;
  readonly onSelect: (isSelected: boolean) => void;
}

const Row = ({ resource, path, columns, isSelected, onSelect }: RowProps) => {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  /** A link in the row leads on by itself: a second step would take the back button two presses. */
  const openUnlessLink = ({ target }: MouseEvent): void => {
    if ((target as Element).closest('a') === null) void navigate(path);
  };
  // The first cell leads to the resource. A link to another resource cannot stand within this link.
  const [first = 'id', ...others] = columns;
  const value = resource[first];
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
        <Link to={path}>
          <ValueView
            value={
              value === undefined || isReference(value)
                ? resource.id
                : first === 'key'
                  ? labelOf(resource, i18n.language)
                  : value
            }
          />
        </Link>
      </Table.Td>
      {others.map(name => (
        <Table.Td key={name}>
          <ValueView value={resource[name]} member={name} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
};

export const ResultTable = (props: ResultTableProps) => {
  const { type, schema, columns, resources, isFetching, sorter, onSort, selectedIds, onSelect } = props;
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table highlightOnHover stickyHeader aria-busy={isFetching}>
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
                path={`/${projectKey}/${type.path}/${resource.id}`}
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
