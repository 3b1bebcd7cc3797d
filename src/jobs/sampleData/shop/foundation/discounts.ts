/** Customer groups, discounts of carts and of products, and discount codes. */
import { dayMs } from '../../../../base/durations.js';
import type { Story } from '../../Story.js';
import { historyMs, isoTime, startOfDay } from '../../choices.js';
import { byKey, text } from '../values.js';

export const groupKeys = { club: 'alpine-club', trade: 'trade' } as const;

const saleStartDays = 330;
const saleDays = 21;

/** A sale of three weeks in the second year of the shop, from midnight to midnight. */
export const saleOf = (untilMs: number) => {
  const startMs = startOfDay(untilMs - historyMs + saleStartDays * dayMs);
  return { validFrom: isoTime(startMs), validUntil: isoTime(startMs + saleDays * dayMs) };
};

const cartDiscountDrafts = (untilMs: number, clubId: string) => [
  {
    key: 'three-pairs',
    name: text('Every third pair of socks free', 'Jedes dritte Paar Socken gratis'),
    value: { type: 'relative', permyriad: 10_000 },
    cartPredicate: '1 = 1',
    target: {
      type: 'multiBuyLineItems',
      predicate: 'attributes.article = "wool-socks"',
      triggerQuantity: 3,
      discountedQuantity: 1,
      selectionMode: 'Cheapest',
    },
    sortOrder: '0.9',
  },
  {
    key: 'anniversary-sale',
    name: text('Anniversary sale', 'Jubiläumsrabatt'),
    description: text('A tenth off all footwear', 'Ein Zehntel Rabatt auf alle Schuhe'),
    value: { type: 'relative', permyriad: 1_000 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: 'attributes.shoeSize is defined' },
    sortOrder: '0.8',
    ...saleOf(untilMs),
  },
  {
    key: 'welcome',
    name: text('Welcome discount', 'Willkommensrabatt'),
    value: { type: 'relative', permyriad: 1_000 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: 'true' },
    sortOrder: '0.7',
    requiresDiscountCode: true,
  },
  {
    key: 'club-price',
    name: text('Alpine club discount', 'Alpenvereinsrabatt'),
    value: { type: 'relative', permyriad: 1_500 },
    cartPredicate: `customerGroup.id = "${clubId}"`,
    target: { type: 'lineItems', predicate: 'true' },
    sortOrder: '0.6',
    requiresDiscountCode: true,
  },
  {
    key: 'free-shipping',
    name: text('Free shipping', 'Versandkostenfrei'),
    value: { type: 'relative', permyriad: 10_000 },
    cartPredicate: '1 = 1',
    target: { type: 'shipping' },
    sortOrder: '0.5',
    requiresDiscountCode: true,
  },
];

const campingSaleDays = 60;

/** The first discount is active at the end of the shop's history, the second one is inactive. */
const productDiscountDrafts = (untilMs: number) => [
  {
    key: 'camping-sale',
    name: text('Camping sale', 'Camping-Aktion'),
    description: text('Fifteen percent off everything for camping', 'Fünfzehn Prozent auf alles zum Zelten'),
    value: { type: 'relative', permyriad: 1_500 },
    predicate: 'categoriesWithAncestors.key = "camping"',
    sortOrder: '0.9',
    isActive: true,
    validFrom: isoTime(startOfDay(untilMs - campingSaleDays * dayMs)),
  },
  {
    key: 'two-off-socks',
    name: text('Two off each pair of socks', 'Zwei weniger für jedes Paar Socken'),
    value: {
      type: 'absolute',
      money: ['EUR', 'GBP', 'CHF', 'USD'].map(currencyCode => ({ currencyCode, centAmount: 200 })),
    },
    predicate: 'categories.key = "socks"',
    sortOrder: '0.8',
    isActive: false,
  },
];

type CodeRow = readonly [code: string, cartDiscount: string, en: string, de: string, isActive: boolean];

const codeRows: readonly CodeRow[] = [
  ['WELCOME10', 'welcome', 'Ten percent for new customers', 'Zehn Prozent für neue Kunden', true],
  ['SHIPFREE', 'free-shipping', 'Free shipping', 'Versandkostenfrei', true],
  ['CLUB15', 'club-price', 'Fifteen percent for members', 'Fünfzehn Prozent für Mitglieder', true],
  ['SPRING', 'welcome', 'A campaign that has ended', 'Eine beendete Kampagne', false],
];

/** The code that a buyer uses. Free shipping is left out, since it does not apply where shipping is free anyway. */
export const codeFor = (group: string | undefined): string => (group === groupKeys.club ? 'CLUB15' : 'WELCOME10');

export const writeDiscounts = async (story: Story, untilMs: number): Promise<void> => {
  const club = await story.create('customer-group', { key: groupKeys.club, groupName: 'Alpine club' });
  await story.create('customer-group', { key: groupKeys.trade, groupName: 'Trade customers' });
  for (const draft of cartDiscountDrafts(untilMs, club.id)) await story.create('cart-discount', draft);
  for (const draft of productDiscountDrafts(untilMs)) await story.create('product-discount', draft);
  for (const [code, cartDiscount, en, de, isActive] of codeRows)
    await story.create('discount-code', {
      key: code.toLowerCase(),
      code,
      name: text(en, de),
      cartDiscounts: [byKey('cart-discount', cartDiscount)],
      isActive,
      groups: ['shop'],
    });
};
