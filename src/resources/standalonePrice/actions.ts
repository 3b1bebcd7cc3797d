import { action, change, set } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import { fail } from '../../errors/ApiError.js';
import { Flag, Key, List, Optional, Quantity } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { MoneyDraft, moneyOf } from '../../schema/money.js';
import { DiscountedPriceDraft, type PriceTier, PriceTierDraft } from '../../schema/price.js';
import { assertCurrency, assertValidity, discountedOf, tiersOf } from '../shared/priceOf.js';
import type { StandalonePrice } from './members.js';
import { validity } from '../../schema/validity.js';

type Period = Pick<StandalonePrice, 'validFrom' | 'validUntil'>;

/** A new period; whether it overlaps with another price's is looked at before the commit (scope.ts). */
const withPeriod = (
  { validFrom: previousValidFrom, validUntil: previousValidUntil }: StandalonePrice,
  { validFrom, validUntil }: Period,
  what: 'ValidFrom' | 'ValidUntil' | 'ValidFromAndUntil',
) => {
  if (validFrom === previousValidFrom && validUntil === previousValidUntil) return unchanged;
  assertValidity({ validFrom, validUntil });
  const told = {
    ValidFrom: { validFrom, previousValidFrom },
    ValidUntil: { validUntil, previousValidUntil },
    ValidFromAndUntil: { validFrom, previousValidFrom, validUntil, previousValidUntil },
  };
  return { set: { validFrom, validUntil }, messages: [{ type: `StandalonePrice${what}Set`, ...told[what] }] };
};

const allTiers = ({ value }: StandalonePrice, tiers: readonly (typeof PriceTierDraft)['static'][]): PriceTier[] =>
  tiersOf(tiers, value.currencyCode);

const own = ownCustom<StandalonePrice>('standalone-price');

export const actions: ActionTable<StandalonePrice> = {
  setKey: set<StandalonePrice>('key', Key, ({ key: oldKey }, key) => ({ type: 'StandalonePriceKeySet', key, oldKey })),
  /** The currency stays: it is part of what the price is for, and its tiers have it. */
  changeValue: action(
    { value: MoneyDraft, staged: Optional(Flag) },
    (price: StandalonePrice, { value: draft, staged = false }) => {
      assertCurrency(draft, price.value.currencyCode, 'value');
      const value = moneyOf(draft);
      const oldValue = staged ? price.staged?.value : price.value;
      if (sameValue(oldValue, value)) return unchanged;
      return {
        set: staged ? { staged: { ...price.staged, value } } : { value },
        messages: [{ type: 'StandalonePriceValueChanged', value, staged, oldValue }],
      };
    },
  ),
  setPriceTiers: action({ tiers: List(PriceTierDraft) }, (price: StandalonePrice, { tiers: drafts }) => {
    const tiers = allTiers(price, drafts);
    const previousTiers = price.tiers ?? [];
    return sameValue(previousTiers, tiers)
      ? unchanged
      : {
          set: { tiers: tiers.length === 0 ? undefined : tiers },
          messages: [{ type: 'StandalonePriceTiersSet', tiers, previousTiers }],
        };
  }),
  addPriceTier: action({ tier: PriceTierDraft }, (price: StandalonePrice, { tier: draft }) => {
    const tiers = allTiers(price, [...(price.tiers ?? []), draft]);
    return { set: { tiers }, messages: [{ type: 'StandalonePriceTierAdded', tier: tiers.at(-1) }] };
  }),
  removePriceTier: action({ minimumQuantity: Quantity }, ({ tiers = [] }: StandalonePrice, { minimumQuantity }) => {
    const removedTier = tiers.find(each => each.minimumQuantity === minimumQuantity);
    if (removedTier === undefined)
      throw fail('InvalidOperation', {
        message: `The price has no tier that begins at ${minimumQuantity}; known: ${tiers.map(each => each.minimumQuantity).join(', ') || 'none'}.`,
      });
    const others = tiers.filter(each => each !== removedTier);
    return {
      set: { tiers: others.length === 0 ? undefined : others },
      messages: [{ type: 'StandalonePriceTierRemoved', removedTier }],
    };
  }),
  changeActive: change<StandalonePrice>('active', Flag, ({ active: oldActive }, active) => ({
    type: 'StandalonePriceActiveChanged',
    active,
    oldActive,
  })),
  applyStagedChanges: action({}, ({ staged }: StandalonePrice) => {
    if (staged === undefined) throw fail('InvalidOperation', { message: 'The price has no staged changes to apply.' });
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
  setDiscountedPrice: action(
    { discounted: Optional(DiscountedPriceDraft) },
    (price: StandalonePrice, { discounted: draft }, context) => {
      const discounted = discountedOf(draft, price.value.currencyCode, context);
      return sameValue(price.discounted, discounted)
        ? unchanged
        : { set: { discounted }, messages: [{ type: 'StandalonePriceExternalDiscountSet', discounted }] };
    },
  ),
  setCustomType: setCustomType(own),
  setCustomField: setCustomField(own),
};
