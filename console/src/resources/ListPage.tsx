/** The list of any resource type: columns to choose, a predicate as filter, sorting, pages. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type CrudFilter, useTable } from '@refinedev/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loading } from '../layout/Loading';
import { Pages } from '../layout/Pages';
import { ExportMenu } from '../lists/ExportMenu';
import { SavedFilters } from '../lists/SavedFilters';
import { SelectionNotice } from '../lists/SelectionNotice';
import { type ListSelection, useSelection } from '../lists/useSelection';
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
  readonly selection: ListSelection;
}

/** The title of a list, and what can be done with it. */
const ListHead = ({ type, columns, exportMenu, selection }: ListHeadProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [changed, setChanged] = useState<Pick<ListSelection, 'selected' | 'count'>>();
  const { selected, count, clear } = selection;
  return (
    <Group justify="space-between">
      <Title order={1} size="h2">
        {t(`types.${type.path}`, { defaultValue: type.name })}
      </Title>
      <Group>
        {type.path === 'states' && <StateViews shown="list" />}
        {type.updateOperation !== undefined && count > 0 && (
          <Button variant="default" onClick={() => setChanged({ selected, count })}>
            {t('lists.changeSelected', { count })}
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
            selected={changed.selected}
            total={changed.count}
            onClose={() => {
              setChanged(undefined);
              clear();
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
  const total = result.total ?? 0;
  const results = { projectKey, path: type.path, where };
  const selection = useSelection(result.data, results, total);
  const filterBy = (next: string): void => {
    selection.clear();
    setCurrentPage(1);
    setFilters([{ field: 'where', operator: 'eq', value: next }], 'replace');
  };
  const openPage = (page: number): void => {
    selection.clear();
    setCurrentPage(page);
  };
  const pages = Math.ceil(Math.min(total, offsetMax + pageSize) / pageSize);
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
        exportMenu={<ExportMenu selection={results} columns={columns} total={total} />}
        selection={selection}
      />
      {type.path === 'orders' && <OrderSearchField onFound={found => found !== where && filterBy(found)} />}
      <PredicateField key={where} applied={where} onSubmit={filterBy} />
      <SavedFilters key={type.path} projectKey={projectKey} path={type.path} where={where} onApply={filterBy} />
      {tableQuery.isError && <Alert color="red">{errorText(tableQuery.error, t)}</Alert>}
      <SelectionNotice selection={selection} total={total} />
      <ResultTable
        type={type}
        schema={schema}
        columns={columns}
        resources={tableQuery.isLoading ? undefined : result.data}
        isFetching={tableQuery.isFetching}
        sorter={sorters[0]}
        onSort={sorter => setSorters([sorter])}
        selectedIds={type.updateOperation === undefined ? undefined : selection.ids}
        onSelect={selection.select}
      />
      {tableQuery.isSuccess && result.data.length === 0 && <Text>{t('list.empty')}</Text>}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('list.total', { count: total })}
        </Text>
        <Pages total={pages} page={currentPage} onChange={openPage} />
      </Group>
    </Stack>
  );
};
