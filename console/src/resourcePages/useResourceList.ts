import { useTable } from '@refinedev/core';
import { chipFilters, chipTexts, filterValue } from '../dataProvider';
import { chipConditions, chipPredicate, type ChipTexts } from '../lists/chips';
import type { ListFilters } from '../lists/savedFilters';
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

/** A page of the resources of a path. The address keeps the page, the order and the filters. */
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
  const chips = chipTexts(filters);
  const ofChips = chipPredicate(path, chips);
  const wheres = [where, ofChips].filter(each => each !== '');
  const results = {
    projectKey,
    path,
    where: wheres.length > 1 ? wheres.map(each => `(${each})`).join(' and ') : (wheres[0] ?? ''),
    words,
    conditions: chipConditions(path, chips),
  };
  const selection = useSelection(result.data, results, total);
  const openPage = (page: number): void => {
    selection.clear();
    setCurrentPage(page);
  };
  const filterBy = (next: ListFilters): void => {
    openPage(1);
    const texts = Object.entries({ where: next.where, words: next.words ?? '' });
    const single = texts.flatMap(([field, value]) => (value === '' ? [] : [{ field, operator: 'eq' as const, value }]));
    setFilters([...single, ...chipFilters(next.chips ?? {})], 'replace');
  };
  return {
    page: result.data,
    total,
    isMore: results.where !== '' && total >= countedMax,
    filters: { where, words, chips } satisfies ListFilters & { readonly chips: ChipTexts },
    /** What the chips mean as a predicate. */
    ofChips,
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
