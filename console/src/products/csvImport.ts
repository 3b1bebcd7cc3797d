/** Plans the changes of a file with products, and executes them. */
import type { TFunction } from 'i18next';
import { ApiError } from '../api/ApiError';
import { errorText } from '../api/errorText';
import { sendToProject } from '../api/project';
import type { UpdateAction } from '../changes/useChange';
import type { AttributeDefinition } from '../forms/definitions';
import { type ProductState, textMembers, textsOf } from './cells';
import { columnNamed, productName } from './csvColumns';
import { type CsvChange, type CsvLine, type Lines, typedOf } from './csvLines';
import { type ImportContext, planProductColumns } from './csvProductColumns';
import { loadProductStates } from './load';
import { type Plan, planChanges } from './plan';
import { type Product, type ProductData, skusOf, variantsOf } from './Product';
import { referenced } from './references';
import { shortened, TextError } from './texts';

export interface ProductImport {
  readonly key: string;
  readonly line: number;
  readonly kind: 'create' | 'change' | 'unchanged' | 'refused';
  readonly changes: readonly CsvChange[];
  /** Sends the changes; rejects with the refusal. */
  readonly run: () => Promise<void>;
}

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

/** Returns the draft that corresponds to the actions for a product that does not exist yet. */
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

/** Returns the state of a product that the file creates, as if it existed without any values. */
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
  const changes = lines.map(({ line, texts }) => ({ line, column, before: '', after: texts[column] ?? '', error }));
  return { key, line: lines[0]?.line ?? 0, kind: 'refused', changes, run: () => Promise.reject(new Error(error)) };
};

/** Returns the standard names of the columns of a file, and the errors of unknown columns. */
const columnsOf = (columns: readonly string[], { setup, t }: ImportContext) => {
  const [named, errors] = [new Map<string, string>(), new Array<string>()];
  for (const column of columns)
    try {
      named.set(column, columnNamed(column, setup, t));
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      errors.push(`${shortened(column)}: ${error.message}`);
    }
  return { named, errors };
};

type NumberedLine = Lines[number];

/** Returns the lines with the standard names of columns. */
const linesOf = (lines: Lines, named: ReadonlyMap<string, string>): Lines =>
  lines.map(({ line, texts }) => ({
    line,
    texts: Object.fromEntries(Object.entries(texts).map(([column, text]) => [named.get(column) ?? column, text])),
  }));

/** Returns the languages of texts, since products may have texts in languages that the project no longer has. */
const languagesIn = (states: readonly ProductState[]): readonly string[] =>
  states.flatMap(state => textMembers.flatMap(member => Object.keys(textsOf(state, member))));

/** Finds the product of a line: by its key or id, else by its SKU. */
const productFinder = (states: readonly ProductState[]) => {
  const byName = new Map(states.flatMap(state => [state.product.key, state.product.id].map(name => [name, state])));
  const bySku = new Map(
    states.flatMap(state => skusOf(variantsOf(state.product.masterData.staged)).map(sku => [sku, state])),
  );
  return ({ productKey, sku }: CsvLine): ProductState | undefined =>
    productKey === undefined ? bySku.get(sku ?? '') : byName.get(productKey);
};

const planNew = (key: string, lines: Lines, context: ImportContext): ProductImport => {
  const { productTypes, t } = context;
  if (key === '') return refusedProduct(key, lines, 'productKey', t('productImport.noKey'));
  const type = lines.find(({ texts }) => texts.productType !== undefined)?.texts.productType ?? '';
  try {
    const { id, attributes } = referenced('productType', productTypes, type, t);
    return planProduct(key, emptyState(key, id, attributes), lines, context);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return refusedProduct(key, lines, 'productType', t('productImport.noProductType', { error: error.message }));
  }
};

export interface ImportPlan {
  readonly imports: readonly ProductImport[];
  /** The errors in the names of columns; if there are any, nothing is imported. */
  readonly columnErrors: readonly string[];
}

export const planImport = async (
  all: Lines,
  columns: readonly string[],
  context: ImportContext,
): Promise<ImportPlan> => {
  const { projectKey, setup, productTypes } = context;
  const keys = new Set(all.flatMap(({ texts: { productKey } }) => productKey ?? []));
  const skus = all.flatMap(({ texts: { productKey, sku } }) => (productKey === undefined ? (sku ?? []) : []));
  const states = await loadProductStates(projectKey, [...keys], skus, productTypes);
  const languages = [...setup.languages, ...languagesIn(states)];
  const { named, errors } = columnsOf(columns, { ...context, setup: { ...setup, languages } });
  if (errors.length > 0) return { imports: [], columnErrors: errors };
  const lines = linesOf(all, named);
  const stateOf = productFinder(states);
  const byProduct = new Map<string, NumberedLine[]>();
  for (const each of lines) {
    const { product } = stateOf(each.texts) ?? {};
    const key = product === undefined ? (each.texts.productKey ?? '') : productName(product);
    const own = byProduct.get(key);
    if (own === undefined) byProduct.set(key, [each]);
    else own.push(each);
  }
  const imports = [...byProduct].map(([key, own]) => {
    const found = stateOf(own[0]?.texts ?? {});
    return found === undefined ? planNew(key, own, context) : planProduct(key, found, own, context);
  });
  return { imports, columnErrors: [] };
};

export interface ImportResult {
  readonly key: string;
  readonly line: number;
  readonly result: ProductImport['kind'] | 'failed';
  readonly message: string;
}

/** Sends the planned changes, one product after the other; a failure does not stop the others. */
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
