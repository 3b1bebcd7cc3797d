/** The list of any resource type: columns to choose, a predicate as filter, sorting, pages. */
import { Alert, Button, Group, Pagination, Stack, Text, Title } from '@mantine/core';
import { type CrudFilter, useTable } from '@refinedev/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loading } from '../layout/Loading';
import { ExportMenu } from '../lists/ExportMenu';
import { SavedFilters } from '../lists/SavedFilters';
import { OrderSearchField } from '../orders/OrderSearchField';
import { useProjectKey } from '../session/useProjectKey';
import { StateViews } from '../workflow/StateViews';
import { ColumnsMenu } from './ColumnsMenu';
import { defaultColumns, possibleColumns } from './columns';
import { errorText } from './errorText';
import { PredicateField } from './PredicateField';
import type { Resource } from './Resource';
import { ResultTable } from './ResultTable';
import type { ResourceType } from './resourceTypes';
import { useSchema } from './useSchema';

/** The API refuses greater offsets. */
const offsetMax = 10_000;
const pageSize = 20;

const BulkChange = lazy(() => import('../lists/BulkChange'));

/** The predicate of a list; empty where it shows everything. */
const whereOf = (filters: readonly CrudFilter[]): string => {
  const filter = filters.find(each => 'field' in each && each.field === 'where');
  return typeof filter?.value === 'string' ? filter.value : '';
};

interface ListHeadProps {
  readonly type: ResourceType;
  readonly columns: ReactNode;
  readonly exportMenu: ReactNode;
  readonly selected: readonly Resource[];
  readonly onChanged: () => void;
}

/** The title of a list, and what can be done with it. */
const ListHead = ({ type, columns, exportMenu, selected, onChanged }: ListHeadProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [changed, setChanged] = useState<readonly Resource[]>();
  return (
    <Group justify="space-between">
      <Title order={1} size="h2">
        {t(`types.${type.path}`, { defaultValue: type.name })}
      </Title>
      <Group>
        {type.path === 'states' && <StateViews shown="list" />}
        {type.updateOperation !== undefined && selected.length > 0 && (
          <Button variant="default" onClick={() => setChanged(selected)}>
            {t('lists.changeSelected', { count: selected.length })}
          </Button>
        )}
        {exportMenu}
        {columns}
        {type.createOperation !== undefined && (
          <Button component={Link} to={`/${projectKey}/${type.path}/create`}>
            {t('list.create')}
          </Button>
        )}
      </Group>
      {changed !== undefined && (
        <Suspense fallback={<Loading />}>
          <BulkChange
            type={type}
            resources={changed}
            onClose={() => {
              setChanged(undefined);
              onChanged();
            }}
          />
        </Suspense>
      )}
    </Group>
  );
};

export const ListPage = ({ type }: { readonly type: ResourceType }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const schema = useSchema(type.name);
  const [chosenColumns, setChosenColumns] = useState<readonly string[]>();
  const columns = chosenColumns ?? (schema === undefined ? ['id'] : defaultColumns(schema));
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { result, tableQuery, sorters, setSorters, filters, setFilters, currentPage, setCurrentPage } =
    useTable<Resource>({
      resource: type.path,
      pagination: { pageSize },
      sorters: { initial: [{ field: 'lastModifiedAt', order: 'desc' }] },
      syncWithLocation: true,
      errorNotification: false,
      meta: { projectKey },
    });
  const where = whereOf(filters);
  const filterBy = (next: string): void => {
    setSelectedIds(new Set());
    setFilters([{ field: 'where', operator: 'eq', value: next }], 'replace');
  };
  const selected = result.data.filter(({ id }) => selectedIds.has(id));
  const pages = Math.ceil(Math.min(result.total ?? 0, offsetMax + pageSize) / pageSize);
  return (
    <Stack>
      <ListHead
        type={type}
        columns={
          <ColumnsMenu
            all={schema === undefined ? [] : possibleColumns(schema)}
            chosen={columns}
            onChange={setChosenColumns}
          />
        }
        exportMenu={
          <ExportMenu selection={{ projectKey, path: type.path, where }} columns={columns} total={result.total ?? 0} />
        }
        selected={selected}
        onChanged={() => setSelectedIds(new Set())}
      />
      {type.path === 'orders' && <OrderSearchField onFound={found => found !== where && filterBy(found)} />}
      <PredicateField key={where} applied={where} onSubmit={filterBy} />
      <SavedFilters key={type.path} projectKey={projectKey} path={type.path} where={where} onApply={filterBy} />
      {tableQuery.isError && <Alert color="red">{errorText(tableQuery.error, t)}</Alert>}
      <ResultTable
        type={type}
        schema={schema}
        columns={columns}
        resources={tableQuery.isLoading ? undefined : result.data}
        isFetching={tableQuery.isFetching}
        sorter={sorters[0]}
        onSort={sorter => setSorters([sorter])}
        selectedIds={type.updateOperation === undefined ? undefined : selectedIds}
        onSelect={setSelectedIds}
      />
      {tableQuery.isSuccess && result.data.length === 0 && <Text>{t('list.empty')}</Text>}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('list.total', { count: result.total ?? 0 })}
        </Text>
        {pages > 1 && <Pagination total={pages} value={currentPage} onChange={setCurrentPage} />}
      </Group>
    </Stack>
  );
};
