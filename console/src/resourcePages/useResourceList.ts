import { useTable } from '@refinedev/core';
import { filterValue } from '../dataProvider';
import { useSelection } from '../lists/useSelection';
import type { Resource } from '../api/Resource';

/** The API refuses greater offsets. */
const offsetMax = 10_000;
/** The API counts the resources that a predicate matches up to here. */
const countedMax = 10_000;
const pageSize = 20;

/** How many of the resources of a list have a page, and how many pages there are. */
export const reachableOf = (total: number): { readonly count: number; readonly pages: number } => {
  const count = Math.min(total, offsetMax + pageSize);
  return { count, pages: Math.ceil(count / pageSize) };
};

/** A page of the resources of a path. The address keeps the page, the order, and the predicate or the words. */
export const useResourceList = (projectKey: string, path: string) => {
  const { result, tableQuery, sorters, setSorters, filters, setFilters, currentPage, setCurrentPage } =
    useTable<Resource>({
      resource: path,
      pagination: { pageSize },
      sorters: { initial: [{ field: 'lastModifiedAt', order: 'desc' }] },
      syncWithLocation: true,
      errorNotification: false,
      meta: { projectKey },
    });
  const [where, words] = [filterValue(filters, 'where'), filterValue(filters, 'words')];
  const total = result.total ?? 0;
  const results = { projectKey, path, where, words };
  const selection = useSelection(result.data, results, total);
  const openPage = (page: number): void => {
    selection.clear();
    setCurrentPage(page);
  };
  /** A search and a predicate take each other's place. */
  const filterBy = (field: 'where' | 'words', value: string): void => {
    openPage(1);
    setFilters(value === '' ? [] : [{ field, operator: 'eq', value }], 'replace');
  };
  return {
    page: result.data,
    total,
    isMore: where !== '' && total >= countedMax,
    results,
    query: tableQuery,
    selection,
    sorters,
    setSorters,
    currentPage,
    openPage,
    filterBy,
  };
};
