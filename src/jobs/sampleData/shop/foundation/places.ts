/** Channels, stores, zones, taxes and shipping methods. */
import { type Market, markets } from '../../samples/markets.js';
import type { Story } from '../../Story.js';
import { outletSelection } from '../selections.js';
import { byKey, text } from '../values.js';

export const warehouses = ['warehouse-berlin', 'warehouse-rotterdam'] as const;
export const outletChannel = 'outlet';

const channelDrafts = [
  {
    key: 'warehouse-berlin',
    roles: ['InventorySupply'],
    name: text('Warehouse Berlin', 'Lager Berlin'),
    address: { country: 'DE', city: 'Berlin', postalCode: '12099', streetName: 'Teilestraße', streetNumber: '11' },
    geoLocation: { type: 'Point', coordinates: [13.4, 52.46] },
  },
  {
    key: 'warehouse-rotterdam',
    roles: ['InventorySupply'],
    name: text('Warehouse Rotterdam', 'Lager Rotterdam'),
    address: { country: 'NL', city: 'Rotterdam', postalCode: '3089 JH', streetName: 'Waalhaven', streetNumber: '90' },
    geoLocation: { type: 'Point', coordinates: [4.44, 51.88] },
  },
  { key: 'online', roles: ['ProductDistribution'], name: text('Online shop', 'Onlineshop') },
  { key: outletChannel, roles: ['ProductDistribution'], name: text('Outlet', 'Outlet') },
];

const supplyChannels = warehouses.map(key => byKey('channel', key));

const storeDrafts = [
  {
    key: 'main',
    name: text('Mountain shop', 'Bergladen'),
    languages: ['en', 'de'],
    countries: markets.map(({ country }) => ({ code: country })),
    distributionChannels: [byKey('channel', 'online')],
    supplyChannels,
  },
  {
    key: 'outlet',
    name: text('Outlet', 'Outlet'),
    languages: ['de', 'en'],
    countries: [{ code: 'DE' }, { code: 'AT' }],
    distributionChannels: [byKey('channel', outletChannel)],
    supplyChannels,
    productSelections: [{ productSelection: byKey('product-selection', outletSelection) }],
  },
];

const taxRates = (rateOf: (market: Market) => number) =>
  markets.map(market => ({
    key: `tax-${market.country.toLowerCase()}-${String(rateOf(market)).replace('.', '-')}`,
    name: market.taxName,
    amount: rateOf(market),
    includedInPrice: market.isTaxIncluded,
    country: market.country,
  }));

const taxCategoryDrafts = [
  {
    key: 'standard',
    name: 'Standard',
    description: 'All articles but food',
    rates: taxRates(({ taxRate }) => taxRate),
  },
  {
    key: 'reduced',
    name: 'Reduced',
    description: 'Food',
    rates: taxRates(({ reducedTaxRate }) => reducedTaxRate),
  },
];

const zoneNames: Readonly<Record<string, string>> = {
  germany: 'Germany',
  europe: 'Europe',
  switzerland: 'Switzerland',
  'united-kingdom': 'United Kingdom',
  'united-states': 'United States',
};

const marketsOf = (zone: string): Market[] => markets.filter(each => each.zone === zone);

interface ShippingRow {
  readonly key: string;
  readonly name: { readonly en: string; readonly de: string };
  readonly description: string;
  readonly isDefault: boolean;
  /** Price in cents of the currency of each zone. */
  readonly prices: Readonly<Record<string, number>>;
  readonly freeAbove?: number;
}

const shippingRows: readonly ShippingRow[] = [
  {
    key: 'standard-parcel',
    name: text('Standard parcel', 'Standardpaket'),
    description: 'Two to four working days',
    isDefault: true,
    prices: { germany: 490, europe: 990, switzerland: 1_290, 'united-kingdom': 1_190, 'united-states': 1_990 },
    freeAbove: 20_000,
  },
  {
    key: 'express',
    name: text('Express', 'Express'),
    description: 'The next working day',
    isDefault: false,
    prices: { germany: 1_290, europe: 1_990, 'united-kingdom': 2_490 },
  },
];

const rateIn = (zone: string, { prices, freeAbove }: ShippingRow) => {
  const currencyCode = marketsOf(zone)[0]!.currency;
  return {
    price: { currencyCode, centAmount: prices[zone] },
    ...(freeAbove === undefined ? {} : { freeAbove: { currencyCode, centAmount: freeAbove } }),
  };
};

const writeShipping = async (story: Story): Promise<void> => {
  for (const [key, name] of Object.entries(zoneNames))
    await story.create('zone', { key, name, locations: marketsOf(key).map(({ country }) => ({ country })) });
  for (const row of shippingRows)
    await story.create('shipping-method', {
      key: row.key,
      name: row.name.en,
      localizedName: row.name,
      description: row.description,
      isDefault: row.isDefault,
      taxCategory: byKey('tax-category', 'standard'),
      zoneRates: Object.keys(row.prices).map(zone => ({
        zone: byKey('zone', zone),
        shippingRates: [rateIn(zone, row)],
      })),
    });
};

/** Express parcels go to these zones only. */
export const hasExpress = ({ zone }: Market): boolean => shippingRows[1]!.prices[zone] !== undefined;

export const writePlaces = async (story: Story): Promise<void> => {
  for (const draft of channelDrafts) await story.create('channel', draft);
  for (const draft of storeDrafts) await story.create('store', draft);
  for (const draft of taxCategoryDrafts) await story.create('tax-category', draft);
  await writeShipping(story);
};
