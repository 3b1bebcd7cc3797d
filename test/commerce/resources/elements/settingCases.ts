/** Lists of stores, and of what carts are priced by. */
import type { startShop } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { type Element, idAs, type ListCase, namedBy } from './ListCase.js';

export type Shop = Awaited<ReturnType<typeof startShop>>;

export const roles = ['ProductDistribution', 'InventorySupply'];
export const taxRate = { name: 'Tax', amount: 0.2, includedInPrice: false, country: 'DE' };

const three = ['aa', 'bb', 'cc'];
const label = { en: 'New' };

export const settingCases = ({ createIn, taxed, product }: Shop): readonly ListCase[] => {
  const channels = () => Promise.all(three.map(() => createIn('channels', { key: newKey('c'), roles })));
  return [
    {
      path: 'tax-categories',
      list: 'rates',
      create: () =>
        createIn('tax-categories', {
          name: 'Tax',
          rates: ['DE', 'FR', 'US'].map(country => ({ ...taxRate, country })),
        }),
      adds: [{ action: 'addTaxRate', taxRate: { ...taxRate, country: 'AT' } }],
      actions: idAs('taxRateId')(
        ['replaceTaxRate', { taxRate: { ...taxRate, country: 'FR', amount: 0.1 } }],
        ['removeTaxRate'],
      ),
    },
    {
      path: 'zones',
      list: 'locations',
      create: () =>
        createIn('zones', { name: 'Zone', locations: [{ country: 'AT' }, { country: 'BE' }, { country: 'CH' }] }),
      adds: [{ action: 'addLocation', location: { country: 'DK' } }],
      actions: [location => ({ action: 'removeLocation', location })],
    },
    {
      path: 'attribute-groups',
      list: 'attributes',
      create: () => createIn('attribute-groups', { name: label, attributes: three.map(key => ({ key })) }),
      adds: [{ action: 'addAttribute', attribute: { key: 'dd' } }],
      actions: [attribute => ({ action: 'removeAttribute', attribute })],
    },
    {
      path: 'standalone-prices',
      list: 'tiers',
      create: () =>
        createIn('standalone-prices', {
          sku: newKey('sku'),
          value: money(100),
          tiers: [2, 3, 4].map(minimumQuantity => ({ minimumQuantity, value: money(90) })),
        }),
      adds: [{ action: 'addPriceTier', tier: { minimumQuantity: 5, value: money(80) } }],
      actions: [({ minimumQuantity }) => ({ action: 'removePriceTier', minimumQuantity })],
    },
    {
      path: 'stores',
      list: 'countries',
      create: () => createIn('stores', { key: newKey('store'), countries: ['DE', 'FR', 'US'].map(code => ({ code })) }),
      adds: [{ action: 'addCountry', country: { code: 'AT' } }],
      actions: [country => ({ action: 'removeCountry', country })],
    },
    ...['distribution', 'supply'].map(kind => ({
      path: 'stores',
      list: `${kind}Channels`,
      create: async () =>
        createIn('stores', {
          key: newKey('store'),
          [`${kind}Channels`]: (await channels()).map(each => referenceTo('channel', each)),
        }),
      actions: [
        (channel: Element) => ({
          action: `remove${kind[0]!.toUpperCase()}${kind.slice(1)}Channel`,
          [`${kind}Channel`]: channel,
        }),
      ],
    })),
    {
      path: 'stores',
      list: 'productSelections',
      create: async () => {
        const selections = await Promise.all(three.map(() => createIn('product-selections', { name: label })));
        const productSelections = selections.map(each => ({
          productSelection: referenceTo('product-selection', each),
          active: true,
        }));
        return createIn('stores', { key: newKey('store'), productSelections });
      },
      actions: [({ productSelection }) => ({ action: 'removeProductSelection', productSelection })],
    },
    {
      path: 'shipping-methods',
      list: 'zoneRates',
      create: async () => {
        const zones = await Promise.all(
          ['AD', 'AE', 'AF'].map(country => createIn('zones', { name: country, locations: [{ country }] })),
        );
        const zoneRates = zones.map(zone => ({
          zone: referenceTo('zone', zone),
          shippingRates: [{ price: money(1) }],
        }));
        return createIn('shipping-methods', { name: newKey('Parcel'), ...taxed, isDefault: false, zoneRates });
      },
      actions: namedBy(({ zone }) => ({ zone }))(
        ['addShippingRate', { shippingRate: { price: money(2, 'USD') } }],
        ['removeShippingRate', { shippingRate: { price: money(2, 'USD') } }],
        ['removeZone'],
      ),
    },
    {
      path: 'products',
      list: 'masterData.staged.categories',
      create: async () => {
        const categories = await Promise.all(
          three.map(name => createIn('categories', { name: { en: name }, slug: { en: newKey('slug') } })),
        );
        return product([], { categories: categories.map(each => referenceTo('category', each)) });
      },
      actions: [category => ({ action: 'removeFromCategory', category })],
    },
  ];
};
