/** A small order with its referenced resources, so that readers can see what a query finds in it. */
import type { ProjectData } from '../../support/search/fieldValues.js';
import type { Json, WireOrder } from '../../support/search/wire.js';

const enumOf = (name: string, label: (text: string) => Json) => ({
  name,
  values: [
    { key: 'gold', label: label('Gold') },
    { key: 'silver', label: label('Silber') },
  ],
});
const field = (name: string, type: Json) => ({ name, type });
const text = { name: 'String' };

const type: Json = {
  id: 'T',
  key: 'extra',
  fieldDefinitions: [
    field('flag', { name: 'Boolean' }),
    field('note', text),
    field('label', { name: 'LocalizedString' }),
    field(
      'rank',
      enumOf('Enum', each => each),
    ),
    field(
      'grade',
      enumOf('LocalizedEnum', each => ({ de: each, it: `${each}o` })),
    ),
    field('weight', { name: 'Number' }),
    field('day', { name: 'Date' }),
    field('hour', { name: 'Time' }),
    field('moment', { name: 'DateTime' }),
    field('notes', { name: 'Set', elementType: text }),
    field('none', { name: 'Set', elementType: text }),
  ],
};

export const projectData: ProjectData = {
  languages: ['en', 'de'],
  resources: new Map<string, Json>([
    ['type/T', type],
    ['state/S', { id: 'S', key: 'packed', name: { en: 'Packed', de: 'Verpackt' } }],
    ['state/L1', { id: 'L1', key: 'picked', name: { en: 'Picked', it: 'Preso' } }],
    ['state/L2', { id: 'L2', key: 'lost' }],
    ['store/key=north', { id: 'N', key: 'north', name: { de: 'Nordladen' } }],
    ['customer-group/G', { id: 'G', key: 'vip', name: 'Very important' }],
    [
      'payment/P',
      {
        id: 'P',
        interfaceId: 'PSP-7',
        paymentMethodInfo: { method: 'CREDIT_CARD' },
        transactions: [{ id: 't1', interactionId: 'ref/1' }, { id: 't2' }],
      },
    ],
  ]),
};

export const order: WireOrder = {
  id: 'o1',
  version: 3,
  createdAt: '2024-05-01T10:00:00.000Z',
  lastModifiedAt: '2024-05-02T10:00:00.000Z',
  orderNumber: 'A-100*',
  origin: 'Customer',
  orderState: 'Open',
  createdBy: { clientId: 'shop', externalUserId: 'jo' },
  customerEmail: 'Jo@Example.com',
  country: 'DE',
  totalPrice: { currencyCode: 'EUR', centAmount: -250 },
  state: { typeId: 'state', id: 'S' },
  store: { typeId: 'store', key: 'north' },
  customerGroup: { typeId: 'customer-group', id: 'G' },
  billingAddress: { country: 'DE', city: 'Bad Homburg', company: '', phone: '+49 (30) 12-34' },
  shippingAddress: { country: 'FR', city: 'Paris' },
  itemShippingAddresses: [{ city: 'Köln', mobile: 'none' }, { city: 'Bonn' }],
  lineItems: [
    {
      productId: 'p1',
      name: { en: 'Red Rain-Jacket', it: 'Giacca' },
      variant: { sku: 'J-1' },
      state: [
        { quantity: 2, state: { typeId: 'state', id: 'L1' } },
        { quantity: 1, state: { typeId: 'state', id: 'L2' } },
      ],
    },
    {
      name: { de: 'Blaue Hose' },
      variant: { sku: 'H-1' },
      state: [{ quantity: 7, state: { typeId: 'state', id: 'L1' } }],
    },
  ],
  customLineItems: [],
  shippingInfo: {
    shippingMethodName: 'DHL',
    deliveries: [{ parcels: [{ trackingData: { trackingId: 'TRK1' } }, {}] }],
  },
  returnInfo: [
    { returnTrackingId: 'R1', returnDate: '2024-06-01T00:00:00.000Z' },
    { returnTrackingId: 'R2', returnDate: '2024-07-01T00:00:00.000Z' },
  ],
  paymentInfo: { payments: [{ typeId: 'payment', id: 'P' }] },
  custom: {
    type: { typeId: 'type', id: 'T' },
    fields: {
      flag: false,
      note: 'Ring twice',
      label: { en: 'Gift wrap', it: 'Regalo' },
      rank: 'gold',
      grade: 'silver',
      weight: 0.5,
      day: '2024-02-29',
      hour: '10:00',
      moment: '2024-05-01T10:00:00.000Z',
      notes: ['one', 'Two'],
      none: [],
    },
  },
};

/** Returns the example order with changed members. */
export const orderWith = (changes: Partial<Record<string, Json>>): WireOrder => ({ ...order, ...changes }) as WireOrder;
