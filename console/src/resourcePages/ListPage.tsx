/** The list of any resource type: selectable columns, a predicate as filter, sorting, pages. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Loading } from '../layout/Loading';
import { Pages } from '../layout/Pages';
import { ExportMenu } from '../lists/ExportMenu';
import { FilterChips } from '../lists/FilterChips';
import { isFiltered } from '../lists/savedFilters';
import { SavedFilters } from '../lists/SavedFilters';
import { SearchField } from '../lists/SearchField';
import { SelectionNotice } from '../lists/SelectionNotice';
import type { ListSelection } from '../lists/useSelection';
import { searchedTypes } from '../find/searchedTypes';
import { useProjectKey } from '../session/useProjectKey';
import { ColumnsMenu } from './ColumnsMenu';
import { PredicateField } from './PredicateField';
import { KeysDialog } from './KeysDialog';
import { ResultTable } from './ResultTable';
import { typePages } from './typePages';
import { useListColumns } from './useListColumns';
import { useExportRows } from './useExportRows';
import { useListKeys } from './useListKeys';
import type { ResourceType } from '../resources/resourceTypes';
import { reachableOf, useResourceList } from './useResourceList';
import { useSchema } from '../resources/useSchema';
import { LoadError } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const BulkChange = lazy(() => import('../lists/BulkChange'));

interface ListHeadProps {
  readonly type: ResourceType;
  readonly columns: ReactNode;
  readonly exportMenu: ReactNode;
  readonly selection: ListSelection;
}

/** The title of a list, and its actions. */
const ListHead = ({ type, columns, exportMenu, selection }: ListHeadProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const [changed, setChanged] = useState<Pick<ListSelection, 'selected' | 'count'>>();
  const { selected, count, clear } = selection;
  const { Views, importLabel } = typePages(type.path);
  return (
    <Group justify="space-between">
      <PageTitle>{t(`types.${type.path}`, { defaultValue: type.name })}</PageTitle>
      <Group>
        {Views !== undefined && <Views shown="list" />}
        {type.updateOperation !== undefined && count > 0 && (
          <Button variant="default" onClick={() => setChanged({ selected, count })}>
            {t('lists.changeSelected', { count })}
          </Button>
        )}
        {exportMenu}
        {importLabel !== undefined && type.createOperation !== undefined && (
          <Button variant="default" component={Link} to={`/${projectKey}/${type.path}/import`}>
            {t(importLabel)}
          </Button>
        )}
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
  /** True if there may be more than the total: the API counts the matches of a predicate up to a limit. */
  readonly isMore: boolean;
  readonly page: number;
  readonly onOpenPage: (page: number) => void;
}

/** The number of resources and their pages; it mentions resources beyond the last page. */
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

/** Returns a function that opens the first result of a search, once there is one. */
const useOpenFirst = (type: ResourceType, list: ReturnType<typeof useResourceList>): ((words: string) => void) => {
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<string>();
  const { page, query, filters } = list;
  const [first] = page;
  useEffect(() => {
    if (wanted === undefined || query.isFetching || filters.words !== wanted) return;
    setWanted(undefined);
    if (first !== undefined) void navigate(`/${projectKey}/${type.path}/${first.id}`);
  }, [wanted, query.isFetching, filters.words, first, navigate, projectKey, type.path]);
  return words => words !== '' && setWanted(words);
};

interface ListFiltersProps {
  readonly type: ResourceType;
  readonly list: ReturnType<typeof useResourceList>;
}

/** The filters of a list: words, chips, a predicate, and saved filters. */
const ListFilters = ({ type, list }: ListFiltersProps) => {
  const projectKey = useProjectKey();
  const { query, filterBy } = list;
  const { where, words, chips } = list.filters;
  const openFirst = useOpenFirst(type, list);
  return (
    <>
      <SearchField
        path={type.path}
        words={words}
        isSearching={query.isFetching}
        onSearch={next => next !== words && filterBy({ where: '', words: next, chips })}
        onEnter={openFirst}
      />
      <FilterChips
        path={type.path}
        texts={chips}
        onChange={next => filterBy({ where: words === '' ? where : '', words, chips: next })}
      />
      <Group gap="xs" align="start">
        <PredicateField
          key={`${where} ${list.ofChips}`}
          applied={where}
          ofChips={list.ofChips}
          onSubmit={next => filterBy({ where: next })}
        />
        <SavedFilters
          key={type.path}
          projectKey={projectKey}
          path={type.path}
          filters={list.filters}
          onApply={filterBy}
        />
      </Group>
    </>
  );
};

interface EmptyListProps {
  readonly type: ResourceType;
  readonly isNarrowed: boolean;
}

/** Tells whether nothing matches or nothing was created yet, and explains how to create the first one. */
const EmptyList = ({ type, isNarrowed }: EmptyListProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  return (
    <Group>
      <Text>{t(isNarrowed ? 'list.empty' : 'list.none')}</Text>
      {!isNarrowed && type.createOperation !== undefined && (
        <Anchor component={Link} to={`/${projectKey}/${type.path}/create`}>
          {t('list.createFirst')}
        </Anchor>
      )}
    </Group>
  );
};

export const ListPage = ({ type }: { readonly type: ResourceType }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const schema = useSchema(type.name);
  const columnChoice = useListColumns(type);
  const { chosen: columns, isDense } = columnChoice;
  const list = useResourceList(projectKey, type.path);
  const { page, query, total, results, selection } = list;
  const rowsOf = useExportRows(type.path);
  const { words } = list.filters;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useListKeys(useCallback(() => setIsHelpOpen(true), []));
  return (
    <Stack>
      <ListHead
        type={type}
        columns={<ColumnsMenu typeName={type.name} {...columnChoice} />}
        exportMenu={
          <ExportMenu
            selection={results}
            columns={columns}
            rowsOf={rowsOf}
            total={total}
            other={typePages(type.path).otherExport?.(results, t)}
          />
        }
        selection={selection}
      />
      <ListFilters type={type} list={list} />
      <LoadError of={query} />
      {query.data?.skipsNumberParts === true && <Text size="sm">{t('lists.numberPartsSkipped')}</Text>}
      {query.data?.isIndexOff === true && <Text size="sm">{t('lists.searchIsOff')}</Text>}
      <SelectionNotice selection={selection} total={total} />
      <ResultTable
        type={type}
        schema={schema}
        columns={columns}
        resources={query.isLoading ? undefined : page}
        isFetching={query.isFetching}
        isDense={isDense}
        isSortable={name => words === '' || (searchedTypes.get(type.path)?.sortable.has(name) ?? true)}
        sorter={list.sorter}
        onSort={list.sortBy}
        selectedIds={type.updateOperation === undefined ? undefined : selection.ids}
        onSelect={selection.select}
      />
      {query.isSuccess && page.length === 0 && <EmptyList type={type} isNarrowed={isFiltered(list.filters)} />}
      {isHelpOpen && <KeysDialog onClose={() => setIsHelpOpen(false)} />}
      <ListFoot total={total} isMore={list.isMore} page={list.currentPage} onOpenPage={list.openPage} />
    </Stack>
  );
};
