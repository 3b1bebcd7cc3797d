/** The list of any resource type: columns to choose, a predicate as filter, sorting, pages. */
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loading } from '../layout/Loading';
import { Pages } from '../layout/Pages';
import { ExportMenu } from '../lists/ExportMenu';
import { SavedFilters } from '../lists/SavedFilters';
import { SelectionNotice } from '../lists/SelectionNotice';
import type { ListSelection } from '../lists/useSelection';
import { searchedTypes } from '../find/searchedTypes';
import { OrderSearchField } from '../orders/OrderSearchField';
import { useProjectKey } from '../session/useProjectKey';
import { StateViews } from '../workflow/StateViews';
import { ColumnsMenu } from './ColumnsMenu';
import { defaultColumns, possibleColumns } from './columns';
import { CategoryViews } from '../categories/CategoryViews';
import { errorText } from '../api/errorText';
import { PredicateField } from './PredicateField';
import { ResultTable } from './ResultTable';
import type { ResourceType } from '../resources/resourceTypes';
import { reachableOf, useResourceList } from './useResourceList';
import { useSchema } from '../resources/useSchema';

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
        {type.path === 'categories' && <CategoryViews shown="list" />}
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

interface ListFootProps {
  readonly total: number;
  /** Whether there may be more than the total: the API counts what a predicate matches up to a limit. */
  readonly isMore: boolean;
  readonly page: number;
  readonly onOpenPage: (page: number) => void;
}

/** How many resources there are, and their pages; those beyond the last page are named. */
const ListFoot = ({ total, isMore, page, onOpenPage }: ListFootProps) => {
  const { t } = useTranslation();
  const { count, pages } = reachableOf(total);
  return (
    <Stack gap="xs">
      {count < total && <Text size="sm">{t('list.unreachable', { count, total })}</Text>}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t(isMore ? 'list.atLeast' : 'list.total', { count: total })}
        </Text>
        <Pages total={pages} page={page} onChange={onOpenPage} />
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
  const list = useResourceList(projectKey, type.path);
  const { page, query, total, results, selection, filterBy } = list;
  const { where, words } = results;
  const filterByPredicate = (value: string): void => filterBy('where', value);
  return (
    <Stack>
      <ListHead
        type={type}
        columns={
          <ColumnsMenu
            typeName={type.name}
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
          isSearching={query.isFetching}
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
      {query.isError && <Alert color="red">{errorText(query.error, t)}</Alert>}
      {query.data?.skipsNumberParts === true && <Text size="sm">{t('lists.numberPartsSkipped')}</Text>}
      {query.data?.isIndexOff === true && <Text size="sm">{t('lists.searchIsOff')}</Text>}
      <SelectionNotice selection={selection} total={total} />
      <ResultTable
        type={type}
        schema={schema}
        columns={columns}
        resources={query.isLoading ? undefined : page}
        isFetching={query.isFetching}
        isSortable={name => words === '' || (searchedTypes.get(type.path)?.sortable.has(name) ?? true)}
        sorter={list.sorters[0]}
        onSort={sorter => list.setSorters([sorter])}
        selectedIds={type.updateOperation === undefined ? undefined : selection.ids}
        onSelect={selection.select}
      />
      {query.isSuccess && page.length === 0 && <Text>{t('list.empty')}</Text>}
      <ListFoot total={total} isMore={list.isMore} page={list.currentPage} onOpenPage={list.openPage} />
    </Stack>
  );
};
