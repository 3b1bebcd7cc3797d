/**
 * The state of a list is kept in its address: `?currentPage=2&sorters[0][field]=createdAt&sorters[0][order]=asc` and
 * `&filters[0][field]=chip.orderState&filters[0][operator]=eq&filters[0][value]=Open`.
 */
import { typeFacts } from '../resources/typeFacts';
import type { ListFilters } from './savedFilters';

export interface Sorter {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface ListState {
  readonly page: number;
  readonly sorter: Sorter;
  readonly filters: Required<ListFilters>;
}

/** Returns the sorting with the newest first. */
const defaultSorter = (path: string): Sorter => ({
  field: typeFacts(path).sortedBy ?? 'lastModifiedAt',
  order: 'desc',
});

const chipPrefix = 'chip.';

/** Returns the members of the entries of a list in the address. */
const entriesOf = (parameters: URLSearchParams, name: string): readonly Readonly<Record<string, string>>[] => {
  const entries = new Map<string, Record<string, string>>();
  for (const [key, value] of parameters) {
    const [, list, at = '', member = ''] = /^(\w+)\[(\d+)\]\[(\w+)\]$/.exec(key) ?? [];
    if (list === name) entries.set(at, { ...entries.get(at), [member]: value });
  }
  return [...entries.values()];
};

export const parseListState = (search: string, path: string): ListState => {
  const parameters = new URLSearchParams(search);
  const texts = entriesOf(parameters, 'filters').map(({ field = '', value = '' }) => [field, value] as const);
  const text = (name: string): string => texts.find(([field]) => field === name)?.[1] ?? '';
  const [{ field, order } = {}] = entriesOf(parameters, 'sorters') as readonly Readonly<
    Record<string, string | undefined>
  >[];
  return {
    page: Math.max(Number.parseInt(parameters.get('currentPage') ?? '1', 10) || 1, 1),
    sorter: field === undefined ? defaultSorter(path) : { field, order: order === 'asc' ? 'asc' : 'desc' },
    filters: {
      where: text('where'),
      words: text('words'),
      chips: Object.fromEntries(
        texts.flatMap(([name, value]) => (name.startsWith(chipPrefix) ? [[name.slice(chipPrefix.length), value]] : [])),
      ),
    },
  };
};

const filterParameters = ({ where, words = '', chips = {} }: ListFilters): readonly (readonly [string, string])[] =>
  [['where', where], ['words', words], ...Object.entries(chips).map(([name, text]) => [`${chipPrefix}${name}`, text])]
    .filter(([, value]) => value !== '')
    .flatMap(([field = '', value = ''], at) =>
      Object.entries({ field, operator: 'eq', value }).map(
        ([name, text]) => [`filters[${at}][${name}]`, text] as const,
      ),
    );

export const formatListState = ({ page, sorter, filters }: Partial<ListState>): string =>
  new URLSearchParams([
    ...(page === undefined ? [] : [['currentPage', String(page)]]),
    ...(sorter === undefined
      ? []
      : [
          ['sorters[0][field]', sorter.field],
          ['sorters[0][order]', sorter.order],
        ]),
    ...(filters === undefined ? [] : filterParameters(filters)),
  ] as [string, string][]).toString();
