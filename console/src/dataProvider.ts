/**
 * Connects Refine to the API. A resource of Refine is the path of a resource type; `meta.projectKey` is the project.
 */
import type { BaseRecord, CrudFilter, DataProvider, GetListParams, GetListResponse, MetaQuery } from '@refinedev/core';
import { loadOperations } from './api/description';
import { sendToProject } from './api/project';
import { findPage } from './find/findByWords';
import { chipConditions, chipPredicate, type ChipTexts } from './lists/chips';
import type { Page, Resource } from './api/Resource';
import { addressMembersOf } from './resources/resourceTypes';

const projectOf = (meta: MetaQuery | undefined): string => {
  const projectKey: unknown = meta?.projectKey;
  if (typeof projectKey !== 'string' || projectKey === '') throw new Error('A request needs meta.projectKey.');
  return projectKey;
};

const pathOf = (resource: string, id: unknown): string => `/${resource}/${encodeURIComponent(String(id))}`;

/** The path of a resource. Pages name resources by their ids; some types have other addresses, which are looked up. */
const addressOf = async (projectKey: string, resource: string, id: unknown): Promise<string> => {
  const members = addressMembersOf(resource, await loadOperations());
  if (members.length < 2) return pathOf(resource, id);
  const query = { where: [`id = ${JSON.stringify(id)}`], limit: 1 };
  const [found] = (await sendToProject<Page>(projectKey, `/${resource}`, { query })).results;
  // No such resource has this address: the request is refused as it would be for any other that does not exist.
  return `/${resource}/${members.map(name => encodeURIComponent(String(found?.[name] ?? id))).join('/')}`;
};

/** Filters of the console: predicates of the API, or words that resources are found by. */
type FilterField = 'where' | 'words';

const filterValues = (filters: readonly CrudFilter[] = [], field: FilterField): string[] =>
  filters.flatMap(filter =>
    'field' in filter && filter.field === field && typeof filter.value === 'string' && filter.value.trim() !== ''
      ? [filter.value]
      : [],
  );

/** The value of a filter of a list; empty where it has none. */
export const filterValue = (filters: readonly CrudFilter[], field: FilterField): string =>
  filterValues(filters, field)[0] ?? '';

const pageOf = ({ pagination }: GetListParams) => {
  const { currentPage = 1, pageSize = 20 } = pagination ?? {};
  return { limit: pageSize, offset: (currentPage - 1) * pageSize };
};

const queryOf = (params: GetListParams) => {
  const { resource, sorters, filters, meta } = params;
  const ofChips = chipPredicate(resource, chipTexts(filters));
  return {
    ...pageOf(params),
    withTotal: meta?.withTotal !== false,
    sort: sorters?.map(({ field, order }) => `${field} ${order}`),
    where: [...filterValues(filters, 'where'), ...(ofChips === '' ? [] : [ofChips])],
    expand: meta?.expand as readonly string[] | undefined,
  };
};

const chipPrefix = 'chip.';

/** The filters that stand for the chips of a list. */
export const chipFilters = (texts: ChipTexts): CrudFilter[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    value === '' ? [] : [{ field: `${chipPrefix}${name}`, operator: 'eq', value }],
  );

export const chipTexts = (filters: readonly CrudFilter[] = []): ChipTexts =>
  Object.fromEntries(
    filters.flatMap(filter =>
      'field' in filter && filter.field.startsWith(chipPrefix)
        ? [[filter.field.slice(chipPrefix.length), String(filter.value)]]
        : [],
    ),
  );

/** The data provider works with resources as the API has them; callers of Refine name the type. */
const asRecord = <Data extends BaseRecord>(resource: Resource): Data => resource as unknown as Data;

const listFound = async <Data extends BaseRecord>(
  params: GetListParams,
  words: string,
): Promise<GetListResponse<Data>> => {
  const { resource, sorters = [], filters, meta } = params;
  const chips = chipTexts(filters);
  const { results, ...found } = await findPage(
    {
      projectKey: projectOf(meta),
      path: resource,
      words,
      conditions: chipConditions(resource, chips),
      where: chipPredicate(resource, chips),
    },
    { ...pageOf(params), sort: sorters },
    meta?.queryContext?.signal,
  );
  return { ...found, data: results.map(each => asRecord<Data>(each)) };
};

export const dataProvider: DataProvider = {
  getApiUrl: () => '',
  getList: async params => {
    const words = filterValue(params.filters ?? [], 'words');
    if (words !== '') return listFound(params, words);
    const page = await sendToProject<Page>(projectOf(params.meta), `/${params.resource}`, { query: queryOf(params) });
    return { data: page.results.map(each => asRecord(each)), total: page.total ?? page.count };
  },
  getOne: async ({ resource, id, meta }) => ({
    data: asRecord(
      await sendToProject<Resource>(projectOf(meta), await addressOf(projectOf(meta), resource, id), {
        query: { expand: meta?.expand as readonly string[] | undefined },
      }),
    ),
  }),
  create: async ({ resource, variables, meta }) => ({
    data: asRecord(await sendToProject<Resource>(projectOf(meta), `/${resource}`, { method: 'POST', body: variables })),
  }),
  update: async ({ resource, id, variables, meta }) => ({
    data: asRecord(
      await sendToProject<Resource>(projectOf(meta), pathOf(resource, id), { method: 'POST', body: variables }),
    ),
  }),
  deleteOne: async ({ resource, id, meta }) => ({
    data: asRecord(
      await sendToProject<Resource>(projectOf(meta), await addressOf(projectOf(meta), resource, id), {
        method: 'DELETE',
        query: { version: meta?.version as number },
      }),
    ),
  }),
};
