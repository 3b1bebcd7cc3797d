import type { Project, SearchName } from './members.js';

/** The resource types whose search each setting activates. Business units are not searched; their setting is kept. */
const typeIdBySetting: ReadonlyMap<SearchName, string> = new Map([
  ['orders', 'order'],
  ['products', 'product'],
  ['productsSearch', 'product'],
  ['customers', 'customer'],
]);

/** The types whose search a setting activates. */
export const searchedTypeIds: readonly string[] = [...new Set(typeIdBySetting.values())];

/** The settings that each activate the search of a type. */
export const searchSettingsOf = (typeId: string): SearchName[] =>
  [...typeIdBySetting].flatMap(([name, each]) => (each === typeId ? [name] : []));

/** The resource types that can be searched in a project. */
export const searchedTypeIdsOf = (searchIndexing: Project['searchIndexing'] = {}): string[] => [
  ...new Set(
    [...typeIdBySetting].flatMap(([name, typeId]) => (searchIndexing[name]?.status === 'Activated' ? [typeId] : [])),
  ),
];
