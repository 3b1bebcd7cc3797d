/** Plans what a file with products changes, and carries it out. */
import type { TFunction } from 'i18next';
import { ApiError } from '../api/ApiError';
import { errorText } from '../api/errorText';
import { sendToProject } from '../api/project';
import type { UpdateAction } from '../changes/useChange';
import type { AttributeDefinition, ProductType } from '../forms/definitions';
import type { ProductState } from './cells';
import { categoriesText, type CsvSetup, isColumn } from './csvColumns';
import { type CsvChange, type CsvLine, type Lines, typedOf, unprotected } from './csvLines';
import { loadProductStates } from './load';
import { idOf } from './markets';
import { type Plan, planChanges } from './plan';
import type { Product, ProductData } from './Product';

export interface ProductImport {
  readonly key: string;
  readonly line: number;
  readonly kind: 'create' | 'change' | 'unchanged' | 'refused';
  readonly changes: readonly CsvChange[];
  /** Sends it; rejects with what was refused. */
  readonly run: () => Promise<void>;
}

interface ImportContext {
  readonly projectKey: string;
  readonly setup: CsvSetup;
  readonly productTypes: readonly ProductType[];
  /** Whether published products show at once what is changed. */
  readonly publishes: boolean;
  readonly t: TFunction;
}

/** What the columns of the product itself change, and what is wrong with them. */
const planProductColumns = (product: Product, lines: Lines, { setup, publishes, t }: ImportContext) => {
  const changes: CsvChange[] = [];
  const actions: UpdateAction[] = [];
  const { published, hasStagedChanges, staged } = product.masterData;
  const [{ line, texts } = { line: 0, texts: {} as CsvLine }] = lines;
  const change = (column: string, before: string, after: string, error?: string): void =>
    void changes.push({ line, column, before, after, ...(error !== undefined && { error }) });
  const before = categoriesText(staged.categories ?? [], setup);
  const keys = (texts.categories ?? '').split(';').flatMap(key => (key.trim() === '' ? [] : [key.trim()]));
  if (keys.length > 0 && [...keys].sort().join('; ') !== before) {
    const wanted = keys.map(key => [key, idOf(setup.categories, key)] as const);
    const missing = wanted.filter(([, id]) => id === undefined).map(([key]) => key);
    const error = missing.length === 0 ? undefined : t('productImport.noCategory', { keys: missing.join(', ') });
    change('categories', before, keys.join('; '), error);
    const has = (staged.categories ?? []).map(({ id }) => id);
    const category = (id: string | undefined) => ({ category: { typeId: 'category', id } });
    for (const [, id] of wanted)
      if (!has.includes(id ?? '')) actions.push({ action: 'addToCategory', ...category(id) });
    for (const id of has)
      if (!wanted.some(([, each]) => each === id)) actions.push({ action: 'removeFromCategory', ...category(id) });
  }
  const wish = (texts.published ?? '').toLowerCase();
  const isPublished = wish === '' ? published : wish === 'true' || wish === t('value.yes');
  if (isPublished !== published) change('published', String(published), String(isPublished));
  return { changes, actions, isPublished, publishesChanges: publishes && published && !hasStagedChanges };
};

const sendRequests = async (projectKey: string, { requests }: Plan): Promise<void> => {
  for (const { path, cells: _cells, ...request } of requests) await sendToProject(projectKey, path, request);
};

const kindOf = (changes: readonly CsvChange[], isNew: boolean): ProductImport['kind'] => {
  if (changes.some(({ error }) => error !== undefined)) return 'refused';
  return isNew ? 'create' : changes.length === 0 ? 'unchanged' : 'change';
};

const planProduct = (key: string, state: ProductState, lines: Lines, context: ImportContext): ProductImport => {
  const { projectKey, setup, t } = context;
  const { product } = state;
  const isNew = product.version === 0;
  const typed = typedOf(state, lines, context);
  const plan = planChanges(state, setup, typed, t);
  const own = planProductColumns(product, lines, context);
  const errorOf = (cell: string) => (plan.errors.has(cell) ? { error: plan.errors.get(cell) ?? '' } : {});
  const changes = [...own.changes, ...[...typed.changes].map(([cell, change]) => ({ ...change, ...errorOf(cell) }))];
  const line = lines[0]?.line ?? 0;
  for (const member of ['name', 'slug'] as const)
    if (isNew && !plan.actions.some(({ action }) => Object.hasOwn(action, member)))
      changes.push({ line, column: member, before: '', after: '', error: t('grid.errors.needed') });
  const planned = [...plan.actions.map(({ action }) => action), ...own.actions];
  const publication = own.isPublished
    ? (planned.length > 0 && own.publishesChanges) || !product.masterData.published
      ? [{ action: 'publish' }]
      : []
    : product.masterData.published
      ? [{ action: 'unpublish' }]
      : [];
  const update = async (): Promise<void> => {
    const actions = [...planned, ...publication];
    const body = { version: product.version, actions };
    if (actions.length > 0) await sendToProject(projectKey, `/products/${product.id}`, { method: 'POST', body });
    await sendRequests(projectKey, plan);
  };
  const create = async (): Promise<void> => {
    const draft = draftOf(product, planned, own.isPublished);
    await sendToProject(projectKey, '/products', { method: 'POST', body: draft });
    await sendRequests(projectKey, plan);
  };
  return { key, line, kind: kindOf(changes, isNew), changes, run: isNew ? create : update };
};

/** The draft that the actions for a product that does not exist stand for. */
const draftOf = ({ key, productType }: Product, actions: readonly UpdateAction[], publish: boolean): object => {
  const variants: object[] = [];
  const categories: unknown[] = [];
  const attributes: object[] = [];
  const members: object[] = [];
  for (const { action, ...values } of actions)
    if (action === 'addVariant') variants.push(values);
    else if (action === 'addToCategory') categories.push(values.category);
    else if (action === 'setProductAttribute') attributes.push(values);
    else members.push(values);
  const [masterVariant, ...others] = variants;
  return Object.assign(
    { key, productType, masterVariant, variants: others, categories, attributes, publish },
    ...members,
  ) as object;
};

/** A product that the file creates, as if it were there without anything. */
const emptyState = (key: string, productType: string, definitions: readonly AttributeDefinition[]): ProductState => {
  const data: ProductData = { name: {}, slug: {}, masterVariant: { id: 0 }, variants: [] };
  const masterData = { published: false, hasStagedChanges: false, current: data, staged: data };
  const times = { createdAt: '', lastModifiedAt: '' };
  const product = {
    id: '',
    version: 0,
    key,
    productType: { typeId: 'product-type', id: productType },
    masterData,
    ...times,
  };
  return { product, definitions, entries: [], standalonePrices: [] };
};

const refusedProduct = (key: string, lines: Lines, column: string, error: string): ProductImport => {
  const [{ line, texts } = { line: 0, texts: {} as CsvLine }] = lines;
  const changes = [{ line, column, before: '', after: texts[column] ?? '', error }];
  return { key, line, kind: 'refused', changes, run: () => Promise.reject(new Error(error)) };
};

/** Columns of a file that mean nothing here. */
export const unknownColumns = (columns: readonly string[], setup: CsvSetup): readonly string[] =>
  columns.filter(column => !isColumn(column, setup));

export const planImport = async (
  lines: readonly CsvLine[],
  context: ImportContext,
): Promise<readonly ProductImport[]> => {
  const { projectKey, setup, productTypes, t } = context;
  const byKey = new Map<string, { readonly line: number; readonly texts: CsvLine }[]>();
  for (const [at, all] of lines.entries()) {
    const texts = Object.fromEntries(
      Object.entries(all).flatMap(([column, text]) => (unprotected(text) === '' ? [] : [[column, unprotected(text)]])),
    );
    const key = texts.productKey ?? '';
    byKey.set(key, [...(byKey.get(key) ?? []), { line: at + 2, texts }]);
  }
  const states = await loadProductStates(projectKey, [...byKey.keys()], productTypes);
  return [...byKey].map(([key, own]) => {
    if (key === '') return refusedProduct(key, own, 'productKey', t('productImport.noKey'));
    const found = states.find(({ product }) => product.key === key || product.id === key);
    if (found !== undefined) return planProduct(key, found, own, context);
    const typeKey = own[0]?.texts.productType ?? '';
    const id = idOf(setup.productTypes, typeKey) ?? productTypes.find(({ name }) => name === typeKey)?.id;
    if (id === undefined)
      return refusedProduct(key, own, 'productType', t('productImport.noProductType', { key: typeKey }));
    const definitions = productTypes.find(each => each.id === id)?.attributes ?? [];
    return planProduct(key, emptyState(key, id, definitions), own, context);
  });
};

export interface ImportResult {
  readonly key: string;
  readonly line: number;
  readonly result: ProductImport['kind'] | 'failed';
  readonly message: string;
}

/** Sends what was planned, one product after the other; one that fails leaves the others. */
export const runImport = async (
  imports: readonly ProductImport[],
  t: TFunction,
  onResult: (result: ImportResult) => void,
): Promise<void> => {
  for (const { key, line, kind, changes, run } of imports) {
    const errors = changes.flatMap(({ error }) => (error === undefined ? [] : [error])).join(' ');
    if (kind === 'refused' || kind === 'unchanged') onResult({ key, line, result: kind, message: errors });
    else
      try {
        await run();
        onResult({ key, line, result: kind, message: '' });
      } catch (error) {
        const isConflict = error instanceof ApiError && error.statusCode === 409;
        const message = isConflict ? t('productImport.changedMeanwhile') : errorText(error, t);
        onResult({ key, line, result: 'failed', message });
      }
  }
};
