/** Resolvers of categories: their present ancestors and children, and the numbers of children and products. */
import type { IdList } from '../../store/DataStore.js';
import { wholeList } from '../../store/DataStore.js';
import { category as definition } from '../../commerce/resources/category/index.js';
import { limits } from '../../base/config/limits.js';
import { readInteger } from '../../engine/queryParameters.js';
import type { CategorySearch } from '../../search/searchCategories.js';
import { type Arguments, assertScope, type GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import type { StoredReference } from '../ResourceLoaders.js';
import { loads, type Resolver } from './Resolver.js';

type Info = Parameters<Resolver>[3];

/** Tells whether a message shows the category as it was created. */
const isSnapshot = ({ path }: Info): boolean => path.prev?.typename === 'CategoryCreated';

/**
 * Returns the references from the root to the parent, which are found by following the parents: the stored ancestors
 * may be outdated for a time after an ancestor has moved.
 */
const referencesAbove = async (
  source: JsonObject,
  { loaders }: GraphqlContext,
  info: Info,
): Promise<readonly StoredReference[]> => {
  if (isSnapshot(info)) return source.ancestors as readonly StoredReference[];
  const above: StoredReference[] = [];
  for (let next = source.parent as StoredReference | undefined; next !== undefined; ) {
    // While categories move, reads at different times may even find a circle.
    if (above.length > limits.categoryLevelsMax) break;
    above.unshift(next);
    const parent: JsonObject | null = await loaders.follow(next);
    next = parent?.parent as StoredReference | undefined;
  }
  return above;
};

const ancestors = loads(async (source, _, context, info) => {
  const references = await referencesAbove(source, context, info);
  return (await Promise.all(references.map(each => context.loaders.load(each, 'category.ancestors')))).filter(
    each => each !== null,
  );
});

/** Counts the resources with a value at a path. */
const countOf = async (
  { services, projectKey }: GraphqlContext,
  typeId: string,
  path: string,
  value: string,
): Promise<number> => {
  const list: IdList = { by: 'value', path, value };
  const { from, to } = await services.store.rankRange(projectKey, typeId, list, wholeList);
  return to - from;
};

export const categoryResolvers: Readonly<Record<string, Resolver>> = {
  ancestors,
  ancestorsRef: loads((source, _, context, info) => referencesAbove(source, context, info)),
  children: loads(({ id }, _, context) => {
    assertScope(context, definition.scopes.read, false);
    return context.loaders.findAll('category', 'parent.id', id as string, limits.graphqlReferencesMax);
  }),
  childCount: loads(({ id }, _, context) => {
    assertScope(context, definition.scopes.read, false);
    return countOf(context, 'category', 'parent.id', id as string);
  }),
  stagedProductCount: loads(({ id }, _, context) => {
    assertScope(context, ['view_products'], false);
    return countOf(context, 'product', 'masterData.staged.categories.id', id as string);
  }),
};

/** Resolves to the names of the types of the products whose staged data is in a category. */
const productTypeNames = loads(async ({ id }, _, context) => {
  assertScope(context, ['view_products'], false);
  const { loaders } = context;
  const path = 'masterData.staged.categories.id';
  const products = await loaders.findAll('product', path, id as string, limits.graphqlReferencesMax);
  const types = new Map(products.map(({ productType }) => [(productType as StoredReference).id, productType]));
  const found = await Promise.all([...types.values()].map(each => loaders.follow(each as StoredReference)));
  return found.flatMap(each => (each === null ? [] : [each.name as string])).sort();
});

export const categorySearchResolvers = { ...categoryResolvers, productTypeNames };

type Search = Pick<CategorySearch, 'fulltext' | 'autocomplete' | 'filters' | 'sorts'>;

const searchWith =
  (searchOf: (args: Arguments) => Search): Resolver =>
  async (_, args, context) => {
    assertScope(context, definition.scopes.read, false);
    const query = new URLSearchParams();
    for (const name of ['limit', 'offset'])
      if (args[name] !== undefined && args[name] !== null) query.set(name, String(args[name] as number));
    const limit = readInteger(query, 'limit', limits.queryLimitDefault, 0, limits.queryLimitMax);
    const offset = readInteger(query, 'offset', 0, 0, limits.queryOffsetMax);
    const search = { ...searchOf(args), limit, offset };
    const { searchCategories } = await import('../../search/searchCategories.js');
    const { total, ids } = await context.runInSequence(() =>
      searchCategories(context.services.engine, context.projectKey, search),
    );
    const loaded = await Promise.all(ids.map(id => context.loaders.find('category', 'id', id)));
    const results = loaded.filter(each => each !== null);
    return { offset, count: results.length, total, results };
  };

const isBlank = (text: string): boolean => text.trim() === '';
/** Returns the texts that are not blank: blank texts restrict nothing. */
const textsOf = (value: unknown): readonly string[] =>
  ((value ?? []) as readonly string[]).filter(text => !isBlank(text));
type LocalizedText = NonNullable<CategorySearch['fulltext']>;
const fulltextOf = (value: unknown): LocalizedText | undefined =>
  isBlank((value as LocalizedText | null | undefined)?.text ?? '') ? undefined : (value as LocalizedText);

export const categoryQueries: Readonly<Record<string, Resolver>> = {
  categorySearch: searchWith(({ fulltext, filters, queryFilters, sorts }) => ({
    fulltext: fulltextOf(fulltext),
    filters: [...textsOf(queryFilters), ...textsOf(filters)],
    sorts: textsOf(sorts),
  })),
  categoryAutocomplete: searchWith(({ locale, text, filters }) => ({
    autocomplete: { locale: locale as string, text: text as string },
    filters: textsOf(filters),
    sorts: [],
  })),
};
