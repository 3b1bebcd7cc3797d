/** Categories, a customer group and products that searches find, with a product that is not published. */
import type { startProductSearch } from '../../support/search/startProductSearch.js';

export const createFurniture = async (api: Awaited<ReturnType<typeof startProductSearch>>) => {
  const productType = { typeId: 'product-type', id: api.productType.id };
  const [furniture, chairs] = await (async () => {
    const parent = await api.createIn('categories', { name: { en: 'Furniture' }, slug: { en: 'furniture' } });
    const child = await api.createIn('categories', {
      name: { en: 'Chairs' },
      slug: { en: 'chairs' },
      parent: { typeId: 'category', id: parent.id },
    });
    return [parent, child];
  })();
  const group = await api.createIn('customer-groups', { groupName: 'Wholesale' });

  const price = (centAmount: number, currencyCode: string, rest: object = {}) => ({
    value: { currencyCode, centAmount },
    ...rest,
  });
  const chair = await api.create({
    productType,
    key: 'chair',
    name: { en: 'Oak chair', de: 'Stuhl aus Eiche' },
    description: { en: 'A seat for one' },
    slug: { en: 'oak-chair' },
    publish: true,
    categories: [{ typeId: 'category', id: chairs!.id }],
    categoryOrderHints: { [chairs!.id]: '0.4' },
    searchKeywords: {
      en: [{ text: 'Garden seat', suggestTokenizer: { type: 'whitespace' } }, { text: 'dining chair' }],
      de: [{ text: 'Sessel', suggestTokenizer: { type: 'custom', inputs: ['Stuhl', 'Hocker'] } }],
    },
    masterVariant: {
      sku: 'CHAIR-1',
      prices: [
        price(4_900, 'EUR'),
        price(3_900, 'EUR', { customerGroup: { typeId: 'customer-group', id: group.id } }),
        price(5_900, 'USD', { country: 'US' }),
      ],
      attributes: [
        { name: 'color', value: 'red' },
        { name: 'size', value: 's' },
        { name: 'grade', value: 'a' },
        { name: 'cost', value: { currencyCode: 'EUR', centAmount: 990 } },
        { name: 'secret', value: 'hidden' },
      ],
    },
    variants: [{ sku: 'CHAIR-2', prices: [price(9_900, 'EUR')], attributes: [{ name: 'color', value: 'green' }] }],
  });
  const table = await api.create({
    productType,
    key: 'table',
    name: { en: 'Table' },
    slug: { en: 'table' },
    publish: true,
    categories: [
      { typeId: 'category', id: furniture!.id },
      { typeId: 'category', id: chairs!.id },
    ],
    categoryOrderHints: { [chairs!.id]: '0.2' },
    masterVariant: { sku: 'TABLE-1', prices: [price(2_500, 'EUR')], attributes: [{ name: 'color', value: 'red' }] },
  });
  const bench = await api.create({ productType, name: { en: 'Oak bench' }, slug: { en: 'bench' } });
  return { furniture, chairs, group, chair, table, bench };
};
