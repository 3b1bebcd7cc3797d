/** Drafts of items for carts. */
import { money, newKey } from '../../../support/drafts.js';

/** An item without a product: it has a name and a price of its own. */
export const externalItem = (changes: object = {}) => ({
  name: { en: 'Boots' },
  sku: 'BOOTS',
  externalPrice: money(1_000),
  ...changes,
});

/** An item with the tax category that shops have. */
export const customItem = (changes: object = {}) => ({
  name: { en: 'Wrap' },
  slug: newKey('wrap'),
  money: money(200),
  taxCategory: { typeId: 'tax-category', key: 'standard' },
  ...changes,
});
