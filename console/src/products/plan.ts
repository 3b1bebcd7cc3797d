/** Plans the requests that save all edits: one update of the product, and one for each stock or standalone price. */
import type { TFunction } from 'i18next';
import { cellId, cellParts } from '../grid/cellId';
import type { Edits } from '../grid/useEdits';
import { attributesOfAll } from './attributes';
import {
  attributePrefix,
  definitionOf,
  isStock,
  isVariantRow,
  newRowPrefix,
  priceIn,
  pricePrefix,
  productRow,
  type ProductState,
  type Setup,
  textAttribute,
  textColumn,
  textMembers,
  textsOf,
  variantOf,
} from './cells';
import { marketRow } from './marketEdits';
import {
  type PlannedAction,
  type PlannedRequest,
  planPrice,
  planStock,
  type RowContext,
  type RowPlan,
} from './planSku';
import { variantsOf } from './Product';
import { amountText, parseValue, TextError } from './texts';
import { masterColumn, removedColumn } from './variantEdits';

export interface Plan {
  readonly actions: readonly PlannedAction[];
  readonly requests: readonly PlannedRequest[];
  /** Errors by cell. */
  readonly errors: ReadonlyMap<string, string>;
}

const planAttribute = (
  { state, variant, t }: RowContext,
  cell: string,
  column: string,
  text: string,
  plan: RowPlan,
): void => {
  const definition = definitionOf(state, column, 'Variant');
  const [member, language] = (variant === undefined && textColumn(column, state)) || [];
  if (member !== undefined && language !== undefined) {
    const { attributes } = plan.draft;
    const own = member.slice(attributePrefix.length);
    attributes.set(own, { ...(attributes.get(own) as object | undefined), [language]: text });
    return;
  }
  const name = column.slice(attributePrefix.length);
  if (definition === undefined) throw new TextError(t('grid.errors.attribute', { name }));
  const value = parseValue(text, definition.type, t);
  if (variant === undefined) {
    if (value === undefined) plan.draft.attributes.delete(name);
    else plan.draft.attributes.set(name, value);
    return;
  }
  const action =
    definition.attributeConstraint === 'SameForAll'
      ? { action: 'setAttributeInAllVariants' }
      : { action: 'setAttribute', variantId: variant.id };
  plan.actions.push({ action: { ...action, name, ...(value !== undefined && { value }) }, cells: [cell] });
};

const planIdentifier = ({ variant }: RowContext, cell: string, column: string, text: string, plan: RowPlan): void => {
  const [action, member] = column === 'sku' ? (['setSku', 'sku'] as const) : (['setProductVariantKey', 'key'] as const);
  const value = text === '' ? {} : { [member]: text };
  if (variant === undefined) Object.assign(plan.draft, value);
  else plan.actions.push({ action: { action, variantId: variant.id, ...value }, cells: [cell] });
};

const plannerOf = (column: string) => {
  if (column === 'sku' || column === 'variantKey') return planIdentifier;
  if (isStock(column)) return planStock;
  return column.startsWith(pricePrefix) ? planPrice : planAttribute;
};

type Texts = ReadonlyMap<string, string>;

/** Plans a cell with a trimmed text, and stores an error at the cell. */
const planCell = (errors: Map<string, string>, cell: string, plan: () => void): void => {
  try {
    plan();
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    errors.set(cell, error.message);
  }
};

const planRow = (
  context: Omit<RowContext, 'variant' | 'sku'>,
  row: string,
  texts: Texts,
  errors: Map<string, string>,
): RowPlan => {
  const { state } = context;
  const variant = variantOf(state, row);
  const inherited = attributesOfAll(state.product.masterData.staged.masterVariant, state.definitions);
  const attributes = new Map(variant === undefined ? inherited.map(({ name, value }) => [name, value]) : []);
  const plan: RowPlan = { actions: [], requests: [], draft: { prices: [], attributes } };
  const sku = (texts.get('sku') ?? variant?.sku)?.trim();
  const own = { ...context, variant, sku: sku === '' ? undefined : sku };
  for (const [column, text] of texts) {
    const cell = cellId(row, column);
    planCell(errors, cell, () => plannerOf(column)(own, cell, column, text.trim(), plan));
  }
  if (variant === undefined) {
    const { attributes: ofDraft, ...members } = plan.draft;
    const drafted = [...ofDraft].map(([name, value]) => ({ name, value }));
    const action = { action: 'addVariant', ...members, attributes: drafted };
    plan.actions.push({ action, cells: [row, ...[...texts.keys()].map(column => cellId(row, column))] });
  }
  return plan;
};

const textActions: Readonly<Record<(typeof textMembers)[number], string>> = {
  name: 'changeName',
  slug: 'changeSlug',
  description: 'setDescription',
  metaTitle: 'setMetaTitle',
  metaDescription: 'setMetaDescription',
  metaKeywords: 'setMetaKeywords',
};

const planTexts = (
  { state, t }: Pick<RowContext, 'state' | 't'>,
  row: string,
  typed: Texts,
  errors: Map<string, string>,
) => {
  const cells = [...typed.keys()].map(language => cellId(row, language));
  const after = { ...textsOf(state, row), ...Object.fromEntries(typed) };
  const filled = Object.fromEntries(
    Object.entries(after).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
  const isEmpty = Object.keys(filled).length === 0;
  const attribute = textAttribute(row);
  if (attribute !== undefined) {
    const { name, variantId } = attribute;
    const value = isEmpty ? {} : { value: filled };
    const definition = state.definitions.find(each => each.name === name);
    const action =
      variantId === undefined
        ? { action: 'setProductAttribute' }
        : definition?.attributeConstraint === 'SameForAll'
          ? { action: 'setAttributeInAllVariants' }
          : { action: 'setAttribute', variantId };
    return [{ action: { ...action, name, ...value }, cells }];
  }
  if (isEmpty && (row === 'name' || row === 'slug')) {
    for (const cell of cells) errors.set(cell, t('grid.errors.needed'));
    return [];
  }
  const action = textActions[row as (typeof textMembers)[number]];
  return [{ action: { action, ...(isEmpty ? {} : { [row]: filled }) }, cells }];
};

/** Plans the attributes of the whole product and its master variant; localized attributes are rows of texts. */
const planProductRow = (
  { state, t }: Pick<RowContext, 'state' | 't'>,
  typed: Texts,
  errors: Map<string, string>,
): readonly PlannedAction[] => {
  const actions: PlannedAction[] = [];
  for (const [column, text] of typed) {
    const cell = cellId(productRow, column);
    if (column === masterColumn) {
      actions.push({ action: { action: 'changeMasterVariant', variantId: Number(text) }, cells: [cell] });
      continue;
    }
    planCell(errors, cell, () => {
      const definition = definitionOf(state, column, 'Product');
      const name = column.slice(attributePrefix.length);
      if (definition === undefined) throw new TextError(t('grid.errors.attribute', { name }));
      const value = parseValue(text.trim(), definition.type, t);
      actions.push({
        action: { action: 'setProductAttribute', name, ...(value !== undefined && { value }) },
        cells: [cell],
      });
    });
  }
  return actions;
};

/** Plans the removal of a variant, which discards all edits in its row. */
const planRemoval = (row: string, typed: Texts): PlannedAction => ({
  action: { action: 'removeVariant', id: Number(row) },
  cells: [...typed.keys()].map(column => cellId(row, column)),
});

/** The master variant is replaced before it is removed, and a removal frees the SKU of a variant for others. */
const firstActions = ['changeMasterVariant', 'removeVariant'];
const inOrder = (actions: readonly PlannedAction[]): readonly PlannedAction[] => [
  ...firstActions.flatMap(name => actions.filter(({ action }) => action.action === name)),
  ...actions.filter(({ action }) => !firstActions.includes(action.action)),
];

/** Merges actions that set an attribute of all variants to one for each attribute. */
const withoutRepeats = (actions: readonly PlannedAction[]): readonly PlannedAction[] => {
  const merged = new Map<string, PlannedAction>();
  for (const planned of actions) {
    const { action } = planned;
    const key = action.action === 'setAttributeInAllVariants' ? JSON.stringify(action) : `${merged.size}`;
    merged.set(key, { action, cells: [...(merged.get(key)?.cells ?? []), ...planned.cells] });
  }
  return [...merged.values()];
};

/** Returns the prices of changed markets, as texts of their cells. */
const textsOfMarkets = (state: ProductState, setup: Setup, columns: readonly string[]) =>
  variantsOf(state.product.masterData.staged).flatMap(variant =>
    columns.flatMap(column => {
      const price = priceIn(state, variant, column.slice(pricePrefix.length), setup);
      return price === undefined ? [] : [[String(variant.id), column, amountText(price.value)] as const];
    }),
  );

/** Tells whether another person has removed the variant of a row. */
export const isGone = (state: ProductState, row: string): boolean =>
  isVariantRow(row) && !row.startsWith(newRowPrefix) && variantOf(state, row) === undefined;

export const planChanges = (state: ProductState, setup: Setup, { texts, newRows }: Edits, t: TFunction): Plan => {
  const rows = new Map<string, Map<string, string>>(newRows.map(row => [row, new Map()]));
  for (const [cell, text] of texts) {
    const [row, column] = cellParts(cell);
    rows.set(row, (rows.get(row) ?? new Map<string, string>()).set(column, text));
  }
  const markets = rows.get(marketRow) ?? new Map<string, string>();
  for (const [row, column, text] of textsOfMarkets(state, setup, [...markets.keys()]))
    if (rows.get(row)?.has(column) !== true)
      rows.set(row, (rows.get(row) ?? new Map<string, string>()).set(column, text));
  const errors = new Map<string, string>();
  const [actions, requests]: [PlannedAction[], PlannedRequest[]] = [[], []];
  for (const [row, typed] of rows) {
    if (row === marketRow || isGone(state, row)) continue;
    if (row === productRow) actions.push(...planProductRow({ state, t }, typed, errors));
    else if (typed.has(removedColumn)) actions.push(planRemoval(row, typed));
    else if (!isVariantRow(row)) actions.push(...planTexts({ state, t }, row, typed, errors));
    else {
      const plan = planRow({ state, setup, markets, t }, row, typed, errors);
      actions.push(...plan.actions);
      requests.push(...plan.requests);
    }
  }
  return { actions: withoutRepeats(inOrder(actions)), requests, errors };
};
