/** Reviews of products, and the shopping lists of customers. */
import { dayMs } from '../../../base/durations.js';
import { chance, historyMs, pickSeveral, type Random } from '../choices.js';
import { customerAt } from './customers.js';
import type { Shop, ShopProduct } from './Shop.js';
import { byKey, text } from './values.js';

const published = ({ products }: Shop): ShopProduct[] => products.filter(({ isPublished }) => isPublished);

/** Titles and texts by rating, from 1 on. */
const reviewTexts = [
  ['Not again', 'Came apart on the second day.'],
  ['Disappointing', 'Heavier than it says, and the colour is another one.'],
  ['It works', 'Does what it should, for this price.'],
  ['Good', 'Kept me dry for a whole week in the rain.'],
  ['Excellent', 'The best that I ever carried up a mountain.'],
] as const;

/** Picks a rating that is more often good than bad. */
const ratingOf = (random: Random): number => Math.max(random.integer(1, 5), random.integer(2, 5));

/** Creates review `number`; those of one product have to be written one after the other. */
export const writeReview = async (shop: Shop, number: number): Promise<void> => {
  const story = shop.story(`review ${number}`);
  const { random } = story;
  story.at(shop.startMs + Math.floor((historyMs * (number + random.next())) / shop.size.reviews));
  const { id, market, address } = customerAt(shop, random, story.nowMs);
  const rating = ratingOf(random);
  const [title, content] = reviewTexts[rating - 1]!;
  await story.create('review', {
    key: `review-${number + 1}`,
    locale: market.locale,
    authorName: address.firstName,
    title,
    text: content,
    rating,
    target: byKey('product', random.pick(published(shop)).key),
    customer: { typeId: 'customer', id },
  });
};

const listNames = [
  text('Wishes', 'Wünsche'),
  text('Next hike', 'Nächste Wanderung'),
  text('For the hut', 'Für die Hütte'),
];

export const writeShoppingList = async (shop: Shop, number: number): Promise<void> => {
  const story = shop.story(`shopping list ${number}`);
  const { random } = story;
  story.at(shop.untilMs - random.integer(1, 60) * dayMs);
  await story.create('shopping-list', {
    key: `list-${number + 1}`,
    name: random.pick(listNames),
    customer: { typeId: 'customer', id: customerAt(shop, random, story.nowMs).id },
    lineItems: pickSeveral(random, published(shop), random.integer(1, 5)).map(({ skus }) => ({
      sku: random.pick(skus),
      quantity: random.integer(1, 2),
    })),
    textLineItems: chance(random, 0.3) ? [{ name: text('Sun cream', 'Sonnencreme') }] : [],
  });
};
