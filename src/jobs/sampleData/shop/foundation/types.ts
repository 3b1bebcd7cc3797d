/** Types with custom fields, and States with their transitions. */
import type { Story } from '../../Story.js';
import { byKey, text } from '../values.js';

const field = (name: string, type: object, en: string, de: string) => ({
  name,
  type,
  label: text(en, de),
  required: false,
  inputHint: 'SingleLine',
});

/** The console shows and adds notes on orders and customers (docs/decisions/console-design.md). */
const notes = {
  ...field('notes', { name: 'Set', elementType: { name: 'String' } }, 'Notes', 'Notizen'),
  inputHint: 'MultiLine',
};

const typeDrafts = [
  {
    key: 'order-details',
    name: text('Order details', 'Angaben zur Bestellung'),
    resourceTypeIds: ['order'],
    fieldDefinitions: [
      field('giftMessage', { name: 'String' }, 'Gift message', 'Grußtext'),
      field('campaign', { name: 'String' }, 'Campaign', 'Kampagne'),
      field('wishedDeliveryDay', { name: 'Date' }, 'Wished delivery day', 'Wunschtag'),
      notes,
    ],
  },
  {
    key: 'customer-profile',
    name: text('Customer profile', 'Kundenprofil'),
    resourceTypeIds: ['customer'],
    fieldDefinitions: [
      field('newsletter', { name: 'Boolean' }, 'Newsletter', 'Newsletter'),
      field('loyaltyPoints', { name: 'Number' }, 'Loyalty points', 'Treuepunkte'),
      field(
        'activity',
        {
          name: 'LocalizedEnum',
          values: [
            { key: 'hiking', label: text('Hiking', 'Wandern') },
            { key: 'climbing', label: text('Climbing', 'Klettern') },
            { key: 'running', label: text('Trail running', 'Trailrunning') },
            { key: 'camping', label: text('Camping', 'Camping') },
          ],
        },
        'Favourite activity',
        'Lieblingsaktivität',
      ),
      notes,
    ],
  },
  {
    key: 'line-item-options',
    name: text('Line item options', 'Optionen einer Position'),
    resourceTypeIds: ['line-item', 'custom-line-item'],
    fieldDefinitions: [field('engraving', { name: 'String' }, 'Engraving', 'Gravur')],
  },
  {
    key: 'payment-details',
    name: text('Payment details', 'Angaben zur Zahlung'),
    resourceTypeIds: ['payment'],
    fieldDefinitions: [field('riskScore', { name: 'Number' }, 'Risk score', 'Risikowert')],
  },
];

/** A State follows those that its transitions name, since they refer to existing ones. */
type StateRow = readonly [key: string, type: string, en: string, de: string, next: readonly string[]];

const stateRows: readonly StateRow[] = [
  ['order-completed', 'OrderState', 'Completed', 'Abgeschlossen', []],
  ['order-cancelled', 'OrderState', 'Cancelled', 'Storniert', []],
  ['order-shipped', 'OrderState', 'Shipped', 'Versandt', ['order-completed']],
  ['order-packed', 'OrderState', 'Packed', 'Verpackt', ['order-shipped', 'order-cancelled']],
  ['order-received', 'OrderState', 'Received', 'Eingegangen', ['order-packed', 'order-cancelled']],
  ['item-returned', 'LineItemState', 'Returned', 'Zurückgesandt', []],
  ['item-shipped', 'LineItemState', 'Shipped', 'Versandt', ['item-returned']],
  ['payment-refunded', 'PaymentState', 'Refunded', 'Erstattet', []],
  ['payment-settled', 'PaymentState', 'Settled', 'Bezahlt', ['payment-refunded']],
  ['payment-failed', 'PaymentState', 'Failed', 'Fehlgeschlagen', []],
  ['payment-authorized', 'PaymentState', 'Authorized', 'Autorisiert', ['payment-settled', 'payment-failed']],
  ['request-answered', 'QuoteRequestState', 'Answered', 'Beantwortet', []],
  ['request-new', 'QuoteRequestState', 'New', 'Neu', ['request-answered']],
  ['product-approved', 'ProductState', 'Approved', 'Freigegeben', []],
];

const isInitial = (key: string): boolean => ['order-received', 'payment-authorized', 'request-new'].includes(key);

export const writeTypes = async (story: Story): Promise<void> => {
  for (const draft of typeDrafts) await story.create('type', draft);
};

export const writeStates = async (story: Story): Promise<void> => {
  for (const [key, type, en, de, next] of stateRows)
    await story.create('state', {
      key,
      type,
      name: text(en, de),
      initial: isInitial(key),
      transitions: next.map(each => byKey('state', each)),
    });
};
