/** What the columns of the product itself change: its categories, tax category, state and publication. */
import type { TFunction } from 'i18next';
import type { UpdateAction } from '../changes/useChange';
import type { ProductType } from '../forms/definitions';
import { categoriesText, type CsvSetup, productColumns } from './csvColumns';
import type { CsvChange, CsvLine, Lines } from './csvLines';
import type { Product } from './Product';
import { referenced, referenceText } from './references';
import { parseValue, TextError } from './texts';

export interface ImportContext {
  readonly projectKey: string;
  readonly setup: CsvSetup;
  readonly productTypes: readonly ProductType[];
  /** Whether published products show at once what is changed. */
  readonly publishes: boolean;
  readonly t: TFunction;
}

interface ColumnPlan {
  readonly before: string;
  /** Nothing where the text says what is there. */
  readonly actions: readonly UpdateAction[];
}

/** What the text of a column of the product itself changes. */
const columnPlanners: Readonly<Record<string, (product: Product, text: string, context: ImportContext) => ColumnPlan>> =
  {
    productType: ({ productType: { id } }, text, { setup, t }) => {
      if (referenced('productType', setup.productTypes, text, t).id !== id)
        throw new TextError(t('productImport.typeStays'));
      return { before: text, actions: [] };
    },
    categories: ({ masterData }, text, { setup, t }) => {
      const { categories = [] } = masterData.staged;
      const [has, texts] = [categories.map(({ id }) => id), text.split(';').map(each => each.trim())];
      const wanted = texts
        .filter(each => each !== '')
        .map(each => referenced('category', setup.categories, each, t).id);
      const actionOf = (action: string) => (id: string) => ({ action, category: { typeId: 'category', id } });
      return {
        before: categoriesText(categories, setup),
        actions: [
          ...wanted.filter(id => !has.includes(id)).map(actionOf('addToCategory')),
          ...has.filter(id => !wanted.includes(id)).map(actionOf('removeFromCategory')),
        ],
      };
    },
    taxCategory: ({ taxCategory }, text, { setup, t }) => {
      const { id } = referenced('taxCategory', setup.taxCategories, text, t);
      const action = { action: 'setTaxCategory', taxCategory: { typeId: 'tax-category', id } };
      return {
        before: taxCategory === undefined ? '' : referenceText(setup.taxCategories, taxCategory.id),
        actions: id === taxCategory?.id ? [] : [action],
      };
    },
    state: ({ state }, text, { setup, t }) => {
      const { id } = referenced('state', setup.states, text, t);
      const action = { action: 'transitionState', state: { typeId: 'state', id } };
      return {
        before: state === undefined ? '' : referenceText(setup.states, state.id),
        actions: id === state?.id ? [] : [action],
      };
    },
  };

const isTrue = (text: string, t: TFunction): boolean => parseValue(text, { name: 'boolean' }, t) === true;

/** What the columns of the product itself change, and what is wrong with them. */
export const planProductColumns = (product: Product, lines: Lines, context: ImportContext) => {
  const changes: CsvChange[] = [];
  const actions: UpdateAction[] = [];
  const { published, hasStagedChanges } = product.masterData;
  let isPublished = published;
  for (const column of productColumns) {
    const { line, texts } = lines.find(each => each.texts[column] !== undefined) ?? { line: 0, texts: {} as CsvLine };
    const after = texts[column];
    if (after === undefined) continue;
    try {
      if (column === 'published') {
        isPublished = isTrue(after, context.t);
        if (isPublished !== published) changes.push({ line, column, before: String(published), after });
      } else {
        const planned = columnPlanners[column]?.(product, after, context);
        if (planned === undefined || planned.actions.length === 0) continue;
        actions.push(...planned.actions);
        changes.push({ line, column, before: planned.before, after });
      }
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      changes.push({ line, column, before: '', after, error: error.message });
    }
  }
  return { changes, actions, isPublished, publishesChanges: context.publishes && published && !hasStagedChanges };
};
