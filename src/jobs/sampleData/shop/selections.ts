/** Product selections: of the outlet's store, which tailors its products, and one that waits for its store. */
import { dayMs } from '../../../base/durations.js';
import type { Base } from '../../../engine/define/Base.js';
import type { Shop, ShopProduct } from './Shop.js';
import type { Story } from '../Story.js';
import { byKey, text } from './values.js';

export const outletSelection = 'outlet';

const bulkyArticles = ['family-tent', 'duffel-bag'];

const selections = [
  {
    draft: { key: outletSelection, name: text('Outlet', 'Outlet'), mode: 'Individual' },
    action: 'addProduct',
    isAssigned: ({ isInOutlet }: ShopProduct): boolean => isInOutlet,
  },
  {
    draft: { key: 'parcels', name: text('All but bulky goods', 'Alles außer Sperrgut'), mode: 'IndividualExclusion' },
    action: 'excludeProduct',
    isAssigned: ({ article }: ShopProduct): boolean => bulkyArticles.includes(article),
  },
];

/** Creates the selections without products, since stores refer to them. */
export const writeSelections = async (story: Story): Promise<Base[]> => {
  const written: Base[] = [];
  for (const { draft } of selections) written.push(await story.create('product-selection', draft));
  return written;
};

export const assignProducts = async (shop: Shop): Promise<void> => {
  const story = shop.story('selections').at(shop.openedMs + dayMs);
  for (const [at, { action, isAssigned }] of selections.entries()) {
    const assigned = shop.products.filter(isAssigned).map(({ key }) => ({ action, product: byKey('product', key) }));
    await story.update('product-selection', shop.selections[at]!, ...assigned);
  }
  for (const { key } of shop.products.filter(({ isInOutlet }) => isInOutlet))
    await story.create('product-tailoring', {
      product: byKey('product', key),
      store: byKey('store', outletSelection),
      description: text('With small flaws, checked by hand', 'Mit kleinen Fehlern, von Hand geprüft'),
      publish: true,
    });
};
