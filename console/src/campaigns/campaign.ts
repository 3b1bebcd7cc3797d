/** A discount on carts or on prices as it is planned: amount, goods, buyers, time. */
import type { Reference, Resource } from '../api/Resource';
import {
  allBuyers,
  allGoods,
  type Buyers,
  buyersOf,
  buyersPredicate,
  type Goods,
  goodsOf,
  goodsPredicate,
  priceChoicesOf,
  pricesPredicate,
} from './conditions';
import { validityOf, type ValidityState } from '../validity/times';
import { type DiscountTarget, type DiscountValue, isGift, type Reduction, reductionActions } from './kinds';

export const campaignPaths = ['cart-discounts', 'product-discounts'] as const;
export type CampaignPath = (typeof campaignPaths)[number];
export const typeIdOf = { 'cart-discounts': 'cart-discount', 'product-discounts': 'product-discount' } as const;

export interface Discount extends Resource {
  readonly key?: string;
  readonly name: Readonly<Record<string, string>>;
  readonly value: DiscountValue;
  readonly sortOrder: string;
  readonly isActive: boolean;
  readonly validFrom?: string;
  readonly validUntil?: string;
  /** Only for discounts on prices. */
  readonly predicate?: string;
  /** Only for discounts on carts. */
  readonly cartPredicate?: string;
  readonly target?: DiscountTarget;
  readonly stores?: readonly { readonly key: string }[];
  readonly requiresDiscountCode?: boolean;
  readonly discountGroup?: Reference;
}

export interface Campaign {
  readonly path: CampaignPath;
  readonly name: Readonly<Record<string, string>>;
  readonly value: DiscountValue;
  /** Targets of types that the form lacks are shown, and kept as they are. */
  readonly target: DiscountTarget;
  /** A text is a predicate that the choices cannot express. */
  readonly goods: Goods | string;
  readonly buyers: Buyers | string;
  readonly stores: readonly string[];
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly isActive: boolean;
  readonly requiresDiscountCode: boolean;
}

export const newCampaign = (path: CampaignPath): Campaign => ({
  path,
  name: {},
  value: { type: 'relative' },
  target: { type: 'lineItems' },
  goods: allGoods,
  buyers: allBuyers,
  stores: [],
  isActive: true,
  requiresDiscountCode: false,
});

/** Tells whether the discount selects items by their properties. */
export const hasItems = ({ value, target }: Pick<Campaign, 'value' | 'target'>): boolean =>
  !isGift(value) && !['totalPrice', 'shipping', 'pattern'].includes(target.type);

const choicesOf = ({ predicate, cartPredicate = '', target }: Discount): Pick<Campaign, 'goods' | 'buyers'> => {
  if (predicate !== undefined) return priceChoicesOf(predicate) ?? { goods: predicate, buyers: allBuyers };
  const ofItems = target?.predicate;
  return {
    goods: ofItems === undefined ? allGoods : (goodsOf(ofItems) ?? ofItems),
    buyers: buyersOf(cartPredicate) ?? cartPredicate,
  };
};

export const campaignOf = (path: CampaignPath, discount: Discount): Campaign => {
  const { name, value, target = { type: 'lineItems' }, stores = [], validFrom, validUntil } = discount;
  const { isActive, requiresDiscountCode = false } = discount;
  return {
    path,
    name,
    value,
    target,
    ...choicesOf(discount),
    stores: stores.map(({ key }) => key),
    validFrom,
    validUntil,
    isActive,
    requiresDiscountCode,
  };
};

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a draft that define the effect of the discount. */
export const membersOf = (campaign: Campaign): Members => {
  const { path, name, value, goods, buyers, stores, target, validFrom, validUntil, isActive } = campaign;
  const common = { name, value, validFrom, validUntil, isActive };
  if (path === 'product-discounts')
    return {
      ...common,
      predicate: typeof goods === 'string' ? goods : pricesPredicate(goods, buyers as Buyers),
    };
  const predicate = typeof goods === 'string' ? goods : goodsPredicate(goods);
  return {
    ...common,
    cartPredicate: typeof buyers === 'string' ? buyers : buyersPredicate(buyers),
    ...(!isGift(value) && { target: hasItems(campaign) ? { ...target, predicate } : target }),
    stores: stores.map(key => ({ typeId: 'store', key })),
    requiresDiscountCode: campaign.requiresDiscountCode,
  };
};

const actionOf: Readonly<Record<string, string>> = {
  name: 'changeName',
  predicate: 'changePredicate',
  cartPredicate: 'changeCartPredicate',
  stores: 'setStores',
  requiresDiscountCode: 'changeRequiresDiscountCode',
  isActive: 'changeIsActive',
};

/** Returns the update actions that change one campaign to another. */
export const actionsFor = (before: Campaign, after: Campaign) => {
  const [old, next] = [membersOf(before), membersOf(after)];
  const isChanged = (name: string): boolean => JSON.stringify(old[name]) !== JSON.stringify(next[name]);
  const { validFrom, validUntil } = after;
  const reduction = ['value', 'target'].filter(isChanged);
  return [
    ...(reduction.length === 2
      ? reductionActions(old as unknown as Reduction, next as unknown as Reduction, {
          type: 'lineItems',
          predicate: '1 = 1',
        })
      : reduction.map(name => ({ action: name === 'value' ? 'changeValue' : 'changeTarget', [name]: next[name] }))),
    ...Object.entries(actionOf).flatMap(([name, action]) => (isChanged(name) ? [{ action, [name]: next[name] }] : [])),
    ...(isChanged('validFrom') || isChanged('validUntil')
      ? [{ action: 'setValidFromAndUntil', validFrom, validUntil }]
      : []),
  ];
};

export type CampaignState = 'Off' | ValidityState;

type Validity = Pick<Campaign, 'isActive' | 'validFrom' | 'validUntil'>;

export const stateOf = ({ isActive, ...range }: Validity, nowMs = Date.now()): CampaignState => {
  const state = validityOf(range, nowMs);
  return isActive || state === 'Ended' ? state : 'Off';
};
