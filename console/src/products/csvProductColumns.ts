/** Plans the changes in the columns of the product itself: its categories, tax category, state and publication. */
import type { TFunction } from 'i18next';
import type { UpdateAction } from '../changes/useChange';
import type { ProductType } from '../forms/definitions';
import { type CsvSetup, productColumns, productTexts } from './csvColumns';
import type { CsvChange, CsvLine, Lines } from './csvLines';
import type { Product } from './Product';
import { referenced } from './references';
import { parseValue, TextError } from './texts';

export interface ImportContext {
  readonly projectKey: string;
  readonly setup: CsvSetup;
  readonly productTypes: readonly ProductType[];
  /** True if changes of published products are published at once. */
  readonly publishes: boolean;
  readonly t: TFunction;
}

/** Returns the actions for the text of a column of the product itself. */
type PlanColumn = (product: Product, text: string, context: ImportContext) => readonly UpdateAction[];

const columnPlanners: Readonly<Record<string, PlanColumn>> = {
  productType: ({ productType: { id } }, text, { setup, t }) => {
    if (referenced('productType', setup.productTypes, text, t).id !== id)
      throw new TextError(t('productImport.typeStays'));
    return [];
  },
  categories: ({ masterData }, text, { setup, t }) => {
    const { categories = [] } = masterData.staged;
    const [has, texts] = [categories.map(({ id }) => id), text.split(';').map(each => each.trim())];
    const wanted = texts.filter(each => each !== '').map(each => referenced('category', setup.categories, each, t).id);
    const actionOf = (action: string) => (id: string) => ({ action, category: { typeId: 'category', id } });
    return [
      ...wanted.filter(id => !has.includes(id)).map(actionOf('addToCategory')),
      ...has.filter(id => !wanted.includes(id)).map(actionOf('removeFromCategory')),
    ];
  },
  taxCategory: ({ taxCategory }, text, { setup, t }) => {
    const { id } = referenced('taxCategory', setup.taxCategories, text, t);
    return id === taxCategory?.id ? [] : [{ action: 'setTaxCategory', taxCategory: { typeId: 'tax-category', id } }];
  },
  state: ({ state }, text, { setup, t }) => {
    const { id } = referenced('state', setup.states, text, t);
    return id === state?.id ? [] : [{ action: 'transitionState', state: { typeId: 'state', id } }];
  },
};

const isTrue = (text: string, t: TFunction): boolean => parseValue(text, { name: 'boolean' }, t) === true;

/** Returns the changes in the columns of the product itself, and their errors. */
export const planProductColumns = (product: Product, lines: Lines, context: ImportContext) => {
  const changes: CsvChange[] = [];
  const actions: UpdateAction[] = [];
  const { published, hasStagedChanges } = product.masterData;
  const textsBefore = productTexts(product, context.setup);
  let isPublished = published;
  for (const column of productColumns) {
    const { line, texts } = lines.find(each => each.texts[column] !== undefined) ?? { line: 0, texts: {} as CsvLine };
    const after = texts[column];
    if (after === undefined) continue;
    const before = textsBefore[column] ?? '';
    // Equal texts mean the same value, even if a name has blanks around it.
    if (product.version > 0 && before.trim() === after) continue;
    try {
      if (column === 'published') {
        isPublished = isTrue(after, context.t);
        if (isPublished !== published) changes.push({ line, column, before, after });
      } else {
        const planned = columnPlanners[column]?.(product, after, context) ?? [];
        if (planned.length === 0) continue;
        actions.push(...planned);
        changes.push({ line, column, before, after });
      }
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      changes.push({ line, column, before: '', after, error: error.message });
    }
  }
  return { changes, actions, isPublished, publishesChanges: context.publishes && published && !hasStagedChanges };
};
