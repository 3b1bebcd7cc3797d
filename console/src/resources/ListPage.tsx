/** The list of any resource type: columns to choose, a predicate as filter, sorting, pages. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTable } from '@refinedev/core';
import type { TFunction } from 'i18next';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../api/ApiError';
import { filterValue } from '../dataProvider';
import { Loading } from '../layout/Loading';
import { Pages } from '../layout/Pages';
import { ExportMenu } from '../lists/ExportMenu';
import { SavedFilters } from '../lists/SavedFilters';
import { SelectionNotice } from '../lists/SelectionNotice';
import { type ListSelection, useSelection } from '../lists/useSelection';
import { isSearchSortable } from '../orders/orderSearch';
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

/** A search that is not active has no index. */
const listErrorText = (error: unknown, words: string, t: TFunction): string =>
  words !== '' && error instanceof ApiError && error.statusCode === 404 ? t('lists.searchIsOff') : errorText(error, t);

interface ListFootProps {
  readonly total: number;
  readonly page: number;
  readonly onOpenPage: (page: number) => void;
}

/** How many resources there are, and their pages; those beyond the last page are named. */
const ListFoot = ({ total, page, onOpenPage }: ListFootProps) => {
  const { t } = useTranslation();
  const shown = Math.min(total, offsetMax + pageSize);
  return (
    <Stack gap="xs">
      {shown < total && <Text size="sm">{t('list.unreachable', { count: shown, total })}</Text>}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('list.total', { count: total })}
        </Text>
        <Pages total={Math.ceil(shown / pageSize)} page={page} onChange={onOpenPage} />
      </Group>
    </Stack>
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
  const [where, words] = [filterValue(filters, 'where'), filterValue(filters, 'words')];
  const total = result.total ?? 0;
  const results = { projectKey, path: type.path, where, words };
  const selection = useSelection(result.data, results, total);
  const filterBy = (field: 'where' | 'words', value: string): void => {
    selection.clear();
    setCurrentPage(1);
    setFilters(value === '' ? [] : [{ field, operator: 'eq', value }], 'replace');
  };
  const filterByPredicate = (value: string): void => filterBy('where', value);
  const openPage = (page: number): void => {
    selection.clear();
    setCurrentPage(page);
  };
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
      {type.path === 'orders' && (
        <OrderSearchField
          words={words}
          isSearching={tableQuery.isFetching}
          onSearch={next => next !== words && filterBy('words', next)}
        />
      )}
      <PredicateField key={where} applied={where} onSubmit={filterByPredicate} />
      <SavedFilters
        key={type.path}
        projectKey={projectKey}
        path={type.path}
        where={where}
        onApply={filterByPredicate}
      />
      {tableQuery.isError && <Alert color="red">{listErrorText(tableQuery.error, words, t)}</Alert>}
      {tableQuery.data?.skipsNumberParts === true && <Text size="sm">{t('lists.numberPartsSkipped')}</Text>}
      <SelectionNotice selection={selection} total={total} />
      <ResultTable
        type={type}
        schema={schema}
        columns={columns}
        resources={tableQuery.isLoading ? undefined : result.data}
        isFetching={tableQuery.isFetching}
        isSortable={name => words === '' || isSearchSortable(name)}
        sorter={sorters[0]}
        onSort={sorter => setSorters([sorter])}
        selectedIds={type.updateOperation === undefined ? undefined : selection.ids}
        onSelect={selection.select}
      />
      {tableQuery.isSuccess && result.data.length === 0 && <Text>{t('list.empty')}</Text>}
      <ListFoot total={total} page={currentPage} onOpenPage={openPage} />
    </Stack>
  );
};
