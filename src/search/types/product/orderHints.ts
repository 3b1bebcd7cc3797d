/** Order hints sort products within a category: each category has its own field. */
import type { Fields } from '../../document/contentOf.js';
import { type OpenFields, openValueName } from '../../fields/FieldTable.js';

const orderHintType = 'number';

export const categoryOrderHints: OpenFields = {
  prefix: 'categoryOrderHints.',
  placeholder: 'categoryOrderHints.<id>',
  noun: 'order hint of the category',
  holder: ['categoryOrderHints'],
  typeOption: 'fieldType',
  types: [orderHintType],
  exampleType: orderHintType,
  code: 'oh',
  isUnindexed: true,
  describeWrongName: name =>
    /^[\w-]{1,256}$/.test(name) ? undefined : 'expected categoryOrderHints.<id>, the id of a category',
  shapeOf: openType => (openType === orderHintType ? { type: 'number' } : undefined),
};

/** Returns the hints of a product by the names of their values in a content. */
export const orderHintsOf = (hints: Readonly<Record<string, string>> | undefined): Fields | undefined =>
  hints &&
  Object.fromEntries(Object.entries(hints).map(([id, hint]) => [openValueName(id, orderHintType), Number(hint)]));
