/** A shop with a product of two variants for shopping lists, and Types for the custom fields of their items. */
import { startShop } from '../../../support/cartShop.js';
import { createType, fieldDefinition, money, newKey, referenceTo } from '../../../support/drafts.js';
import type { Resource } from '../../../support/resourceApi.js';

interface Item extends Record<string, unknown> {
  readonly id: string;
  readonly quantity: number;
}
export const itemsOf = ({ lineItems }: Resource) => lineItems as readonly Item[];
export const textsOf = ({ textLineItems }: Resource) => textLineItems as readonly Item[];
export const noted = (type: Resource, text: string) => ({ type: referenceTo('type', type), fields: { note: text } });
export const name = { en: 'Wishes' };
export const attributes = [{ name: 'color', value: 'red' }];

export const startLists = async () => {
  const shop = await startShop();
  const { createIn, product, resourcesAt } = shop;
  const lists = resourcesAt('shopping-lists');
  const definition = { name: 'color', label: {}, type: { name: 'text' }, isRequired: false };
  const productType = await createIn('product-types', {
    name: newKey(),
    description: '',
    attributes: [definition, { ...definition, name: 'brand', level: 'Product' }],
  });
  const [sku, otherSku] = [newKey('sku'), newKey('sku')];
  const shirt = await product([], {
    productType: referenceTo('product-type', productType),
    masterVariant: { sku, prices: [{ value: money(1_000) }], attributes },
    variants: [{ sku: otherSku, prices: [{ value: money(1_500) }] }],
    attributes: [{ name: 'brand', value: 'Acme' }],
  });
  const note = (holder: string) => createType(createIn, [holder], [fieldDefinition('note', { name: 'String' })]);
  const types = { item: await note('line-item'), text: await note('shopping-list-text-line-item') };
  const create = (changes: object = {}) => lists.create({ name, ...changes });
  return { ...shop, lists, create, productType, shirt, sku, otherSku, types };
};
