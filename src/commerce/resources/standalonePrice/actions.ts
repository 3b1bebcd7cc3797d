import { invalidOperation } from '../../../base/errors/ApiError.js';
import {
  type ActionTable,
  action,
  change,
  type MessageOf,
  set,
  unchanged,
  setFrom,
} from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Key, List, Optional, Quantity } from '../../../engine/schema/primitives.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { TypedMoneyDraft } from '../../values/money.js';
import { DiscountedPriceDraft, type PriceTier, PriceTierDraft } from '../../values/price.js';
import { validity } from '../../values/validity.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { assertPriceCurrency, assertPriceValidity, discountedPriceOf, priceTiersOf } from '../shared/prices.js';
import type { StandalonePrice } from './members.js';

const own = resourceCustomFields<StandalonePrice>('standalone-price');

export const actions: ActionTable<StandalonePrice> = {
  setKey: set<StandalonePrice>('key', Key, 'StandalonePriceKeySet'),
  /** Changes the amount but not the currency, which is part of the price's scope and of its tiers. */
  changeValue: action(
    { value: TypedMoneyDraft, staged: Optional(Flag) },
    (price: StandalonePrice, { value: draft, staged = false }) => {
      assertPriceCurrency(draft, price.value.currencyCode, 'value');
      const value = typedMoneyOf(draft, 'value');
      const oldValue = staged ? price.staged?.value : price.value;
      if (sameValue(oldValue, value)) return unchanged;
      return {
        set: staged ? { staged: { ...price.staged, value } } : { value },
        messages: [{ type: 'StandalonePriceValueChanged', value, staged, oldValue }],
      };
    },
  ),
  setPriceTiers: action({ tiers: List(PriceTierDraft) }, (price: StandalonePrice, { tiers: drafts }) => {
    const tiers = toStoredTiers(price, drafts);
    const previousTiers = price.tiers ?? [];
    return sameValue(previousTiers, tiers)
      ? unchanged
      : {
          set: { tiers: tiers.length === 0 ? undefined : tiers },
          messages: [{ type: 'StandalonePriceTiersSet', tiers, previousTiers }],
        };
  }),
  addPriceTier: action({ tier: PriceTierDraft }, (price: StandalonePrice, { tier: draft }) => {
    const tiers = toStoredTiers(price, [...(price.tiers ?? []), draft]);
    return { set: { tiers }, messages: [{ type: 'StandalonePriceTierAdded', tier: tiers.at(-1)! }] };
  }),
  removePriceTier: action({ minimumQuantity: Quantity }, ({ tiers = [] }: StandalonePrice, { minimumQuantity }) => {
    const removedTier = tiers.find(each => each.minimumQuantity === minimumQuantity);
    if (removedTier === undefined)
      throw invalidOperation(
        `The price has no tier that begins at ${minimumQuantity}; known: ` +
          `${tiers.map(each => each.minimumQuantity).join(', ') || 'none'}.`,
      );
    const others = tiers.filter(each => each !== removedTier);
    return {
      set: { tiers: others.length === 0 ? undefined : others },
      messages: [{ type: 'StandalonePriceTierRemoved', removedTier }],
    };
  }),
  changeActive: change<StandalonePrice>('active', Flag, 'StandalonePriceActiveChanged'),
  applyStagedChanges: action({}, ({ staged }: StandalonePrice) => {
    if (staged === undefined) throw invalidOperation('The price has no staged changes to apply.');
    return {
      set: { ...staged, staged: undefined },
      messages: [{ type: 'StandalonePriceStagedChangesApplied', stagedChanges: staged }],
    };
  }),
  removeStagedChanges: action({}, ({ staged }: StandalonePrice) =>
    staged === undefined
      ? unchanged
      : {
          set: { staged: undefined },
          messages: [{ type: 'StandalonePriceStagedChangesRemoved', stagedChanges: staged }],
        },
  ),
  setValidFrom: action({ validFrom: validity.validFrom }, (price: StandalonePrice, { validFrom }) =>
    withPeriod(price, { validFrom, validUntil: price.validUntil }, 'ValidFrom'),
  ),
  setValidUntil: action({ validUntil: validity.validUntil }, (price: StandalonePrice, { validUntil }) =>
    withPeriod(price, { validFrom: price.validFrom, validUntil }, 'ValidUntil'),
  ),
  setValidFromAndUntil: action(validity, (price: StandalonePrice, period) =>
    withPeriod(price, period, 'ValidFromAndUntil'),
  ),
  setDiscountedPrice: setFrom(
    'discounted',
    Optional(DiscountedPriceDraft),
    (draft, context, { value }) => discountedPriceOf(draft, value.currencyCode, context),
    (_, discounted) => ({ type: 'StandalonePriceExternalDiscountSet', discounted }),
  ),
  ...customFieldActions('', own),
};

const toStoredTiers = ({ value }: StandalonePrice, tiers: readonly (typeof PriceTierDraft)['static'][]): PriceTier[] =>
  priceTiersOf(tiers, value.currencyCode);

type Period = Pick<StandalonePrice, 'validFrom' | 'validUntil'>;

/** Changes the period of validity; beforeCommit.ts refuses overlaps before the commit. */
const withPeriod = (
  { validFrom: previousValidFrom, validUntil: previousValidUntil }: StandalonePrice,
  { validFrom, validUntil }: Period,
  member: 'ValidFrom' | 'ValidUntil' | 'ValidFromAndUntil',
) => {
  if (validFrom === previousValidFrom && validUntil === previousValidUntil) return unchanged;
  assertPriceValidity({ validFrom, validUntil });
  const payloads = {
    ValidFrom: { validFrom, previousValidFrom },
    ValidUntil: { validUntil, previousValidUntil },
    ValidFromAndUntil: { validFrom, previousValidFrom, validUntil, previousValidUntil },
  };
  const message = { type: `StandalonePrice${member}Set`, ...payloads[member] } as MessageOf<StandalonePrice>;
  return { set: { validFrom, validUntil }, messages: [message] };
};
