/**
 * Searches by the stores that offer products. The index has the product selections of a product and of each variant; a
 * search by stores reads which selections a store offers, so that a change of a store marks no product.
 */
import { hash } from 'node:crypto';
import type { Base } from '../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBatches, loadMany } from '../../../engine/loadResources.js';
import { assortmentOf } from '../../../commerce/resources/productSelection/assortment.js';
import type { Store } from '../../../commerce/resources/store/members.js';
import type { Content } from '../../document/contentOf.js';
import type { FieldTable } from '../../fields/FieldTable.js';
import type { Computation, SearchField } from '../../fields/SearchField.js';
import { matcherOf } from '../../match/relevanceOf.js';
import { type Expression, expressionsIn, type Query } from '../../query/ast.js';
import type { ProductSearchRequest } from '../../query/parseProductSearch.js';

type StoredStore = Store & Base;

/** A store offers the products that any of its selections includes; undefined where it offers all products. */
type Offer = readonly [id: string, selections: readonly string[] | undefined];

/** The parts of a search that name fields. */
type StoreSearch = Pick<ProductSearchRequest, 'query' | 'postFilter' | 'facets' | 'sort'>;

/** The fields of stores and of selections of a product or of its variants, and a field that is always present. */
interface FieldPair {
  readonly stores: SearchField;
  readonly selections: SearchField;
  readonly any: SearchField;
}

const loadOffers = async (
  access: ResourceAccess,
  projectKey: string,
  ids: readonly string[] | undefined,
): Promise<Offer[]> => {
  const stores: StoredStore[] = [];
  if (ids !== undefined) stores.push(...(await loadMany<StoredStore>(access, projectKey, 'store', ids)).values());
  else for await (const batch of loadBatches<StoredStore>(access, projectKey, 'store', Infinity)) stores.push(...batch);
  return Promise.all(
    stores.map(async (store): Promise<Offer> => {
      const assortment = await assortmentOf(access, projectKey, store);
      return [store.id, assortment && [...assortment.individual, ...assortment.exclusions]];
    }),
  );
};

const queriesIn = ({ query, postFilter, facets, sort }: StoreSearch): readonly Query[] =>
  [query, postFilter, ...facets.map(each => each.filter), ...sort.map(each => each.elementFilter)].filter(
    each => each !== undefined,
  );

/** Returns the ids that an expression compares with stores; undefined where any id may match it. */
const comparedIds = (expression: Expression): readonly string[] | undefined =>
  expression.kind === 'exact' && !expression.caseInsensitive
    ? [expression.value, ...(expression.others ?? [])].map(String)
    : undefined;

/** Returns the distinct ids that a search compares with stores; undefined where any id may match. */
const comparedIn = (expressions: readonly Expression[]): readonly string[] | undefined => {
  const ids = expressions.map(comparedIds);
  return ids.includes(undefined) ? undefined : [...new Set(ids.flatMap(each => each ?? []))];
};

/** Returns a copy with a value at a position, which may be beyond the end. */
const withValue = (values: Content, at: number, value: unknown): Content => {
  const copy = Array.from({ length: Math.max(values.length, at + 1) }, (_, index) => values[index]);
  copy[at] = value;
  return copy;
};

const lastStep = ({ contentPath }: SearchField): number => Number(contentPath.at(-1)?.at);

/** Adds the stores of a product, or of one of its variants, to a content with its selections. */
const withStores = (values: Content, { stores, selections }: FieldPair, offers: readonly Offer[]): Content => {
  const held = new Set((values[lastStep(selections)] ?? []) as readonly string[]);
  const offering = offers.filter(([, offered]) => offered === undefined || offered.some(each => held.has(each)));
  return withValue(
    values,
    lastStep(stores),
    offering.map(([id]) => id),
  );
};

/** Translates conditions on stores, and adds stores to the contents that facets and sorts read. */
export class StoreFields {
  readonly #ofProduct: FieldPair;
  readonly #ofVariants: FieldPair;

  constructor({ named }: Pick<FieldTable, 'named'>) {
    this.#ofProduct = { stores: named('stores'), selections: named('productSelections'), any: named('id') };
    this.#ofVariants = {
      stores: named('variants.stores'),
      selections: named('variants.productSelections'),
      any: named('variants.id'),
    };
  }

  /** Returns the stores that a search depends on; undefined where it depends on none. */
  async offersFor(access: ResourceAccess, projectKey: string, search: StoreSearch): Promise<Offer[] | undefined> {
    const named = queriesIn(search)
      .flatMap(expressionsIn)
      .filter(({ field }) => this.#pairOf(field) !== undefined);
    if (named.length === 0 && !this.#readsStores(search)) return undefined;
    return loadOffers(access, projectKey, this.#readsStores(search) ? undefined : comparedIn(named));
  }

  #readsStores({ facets, sort }: StoreSearch): boolean {
    const fields = [
      ...facets.flatMap(facet => ('field' in facet ? [facet.field] : [])),
      ...sort.map(each => each.field),
    ];
    return fields.some(field => this.#pairOf(field) !== undefined);
  }

  /** Replaces the conditions on stores by conditions on product selections; facets and sorts read computed stores. */
  translate<S extends StoreSearch>(search: S, offers: readonly Offer[]): S {
    const { query, postFilter, facets, sort } = search;
    const translated = (given: Query): Query => this.#translate(given, offers);
    const computedBy = this.#computation(offers);
    const bound = <F extends SearchField>(field: F): F =>
      this.#pairOf(field) === undefined ? field : { ...field, computedBy };
    return {
      ...search,
      ...(query !== undefined && { query: translated(query) }),
      ...(postFilter !== undefined && { postFilter: translated(postFilter) }),
      facets: facets.map(each => ({
        ...each,
        ...('field' in each && { field: bound(each.field) }),
        ...(each.filter !== undefined && { filter: translated(each.filter) }),
      })),
      sort: sort.map(each => ({
        ...each,
        field: bound(each.field),
        ...(each.elementFilter !== undefined && { elementFilter: translated(each.elementFilter) }),
      })),
    };
  }

  /** Adds the stores of products and of variants to contents. */
  #computation(offers: readonly Offer[]): Computation {
    const variantsAt = Number(this.#ofVariants.stores.contentPath[0]?.at);
    const of = (content: Content): Content => {
      const variants = (content[variantsAt] ?? []) as readonly (Content | null)[];
      return withValue(
        withStores(content, this.#ofProduct, offers),
        variantsAt,
        variants.map(each => withStores(each ?? [], this.#ofVariants, offers)),
      );
    };
    const members = [lastStep(this.#ofProduct.selections), variantsAt];
    return { name: hash('sha256', JSON.stringify(offers)), of, members };
  }

  #pairOf({ name }: SearchField): FieldPair | undefined {
    return [this.#ofProduct, this.#ofVariants].find(({ stores }) => stores.name === name);
  }

  #translate(query: Query, offers: readonly Offer[]): Query {
    if ('parts' in query) return { ...query, parts: query.parts.map(part => this.#translate(part, offers)) };
    const pair = this.#pairOf(query.field);
    if (pair === undefined) return query;
    const { stores } = this.#ofProduct;
    const matches = matcherOf({ ...query, field: stores });
    const matching = offers.filter(([id]) => matches(withValue([], lastStep(stores), [id])) !== undefined);
    const everything: Query = { kind: 'exists', field: pair.any, boost: query.boost };
    if (matching.some(([, offered]) => offered === undefined)) return everything;
    const [value, ...others] = new Set(matching.flatMap(([, offered]) => offered ?? []));
    return value === undefined
      ? { kind: 'not', parts: [everything] }
      : { kind: 'exact', field: pair.selections, boost: query.boost, value, others, caseInsensitive: false };
  }
}
