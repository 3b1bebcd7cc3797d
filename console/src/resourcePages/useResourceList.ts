import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FoundPage } from '../find/searchIndex';
import { findPage } from '../find/findByWords';
import { chipConditions, chipPredicate } from '../lists/chips';
import { formatListState, type ListState, parseListState, type Sorter } from '../lists/listState';
import type { ListFilters } from '../lists/savedFilters';
import { useSelection } from '../lists/useSelection';
import type { Resource } from '../api/Resource';
import { listResources } from '../resources/requests';
import { listKey } from '../resources/useResource';

/** The API refuses greater offsets. */
const offsetMax = 10_000;
/** The API counts the matches of a predicate up to this number. */
const countedMax = 10_000;
const pageSize = 20;

/** Returns how many resources of a list have a page, and the number of pages. */
export const reachableOf = (total: number): { readonly count: number; readonly pages: number } => {
  const count = Math.min(total, offsetMax + pageSize);
  return { count, pages: Math.ceil(count / pageSize) };
};

const none: readonly Resource[] = [];

const loadPage = (
  projectKey: string,
  path: string,
  { page, sorter, filters: { where, words, chips } }: ListState,
  signal: AbortSignal,
): Promise<FoundPage> => {
  const [limit, offset] = [pageSize, (page - 1) * pageSize];
  const ofChips = chipPredicate(path, chips);
  if (words !== '')
    return findPage(
      { projectKey, path, words, conditions: chipConditions(path, chips), where: ofChips },
      { limit, offset, sort: [sorter] },
      signal,
    );
  const wheres = [where, ofChips].filter(each => each !== '');
  const query = { limit, offset, withTotal: true, sort: `${sorter.field} ${sorter.order}`, where: wheres };
  return listResources(projectKey, path, query, signal);
};

/** Holds the state of the list in the address, and follows changes of the address. */
const useListState = (path: string) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState(() => parseListState(search, path));
  const written = formatListState(parseListState(search, path));
  const shown = formatListState(state);
  useEffect(() => {
    if (shown !== written) void navigate({ search: shown }, { replace: true });
  }, [shown, written, navigate]);
  return { state, show: (next: Partial<ListState>): void => setState(before => ({ ...before, ...next })) };
};

/** Returns a page of the resources of a path. */
export const useResourceList = (projectKey: string, path: string) => {
  const { state, show } = useListState(path);
  const { where, words, chips } = state.filters;
  const query = useQuery({
    queryKey: [...listKey(path), projectKey, state],
    queryFn: ({ signal }) => loadPage(projectKey, path, state, signal),
    placeholderData: keepPreviousData,
  });
  const { results: page = none, total = 0 } = query.data ?? {};
  const ofChips = chipPredicate(path, chips);
  const wheres = [where, ofChips].filter(each => each !== '');
  const results = {
    projectKey,
    path,
    where: wheres.length > 1 ? wheres.map(each => `(${each})`).join(' and ') : (wheres[0] ?? ''),
    words,
    conditions: chipConditions(path, chips),
  };
  const selection = useSelection(page, results, total);
  const openPage = (next: number): void => {
    selection.clear();
    show({ page: next });
  };
  return {
    page,
    total,
    isMore: results.where !== '' && total >= countedMax,
    filters: state.filters,
    ofChips,
    results,
    query,
    selection,
    sorter: state.sorter,
    sortBy: (sorter: Sorter): void => show({ sorter }),
    currentPage: state.page,
    openPage,
    filterBy: ({ where: by, words: next = '', chips: texts = {} }: ListFilters): void => {
      selection.clear();
      show({ page: 1, filters: { where: by, words: next, chips: texts } });
    },
  };
};
