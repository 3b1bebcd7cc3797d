import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { Address } from '../../schema/address.js';
import { zero } from '../../schema/money.js';
import type { Identifier } from '../../schema/reference.js';
import { type ExternalTaxRateDraft, externalTaxRateOf } from './externalTax.js';
import type { ShippingInfo } from '../shared/shippingInfo.js';

interface TargetCart {
  readonly currencyCode: string;
  readonly shippingAddress?: Address;
}

export const assertShippingAddress = ({ shippingAddress }: Pick<TargetCart, 'shippingAddress'>): void => {
  if (shippingAddress === undefined)
    throw fail('InvalidOperation', {
      message:
        'The cart has no shippingAddress; it decides what shipping costs, and must be set before a shipping method.',
    });
};

/** Replaced by the rate of the method before the commit. */
export const placeholderShipping = (
  currencyCode: string,
): Pick<ShippingInfo, 'shippingMethodName' | 'price' | 'shippingRate' | 'deliveries' | 'shippingMethodState'> => ({
  shippingMethodName: '',
  price: zero(currencyCode),
  shippingRate: { price: zero(currencyCode), tiers: [] },
  deliveries: [],
  shippingMethodState: 'MatchesCart',
});

export const selectShipping = (
  method: Identifier | undefined,
  taxRate: ExternalTaxRateDraft | undefined,
  { currencyCode, shippingAddress }: TargetCart,
  context: Context,
): ShippingInfo | undefined => {
  if (method === undefined) return undefined;
  assertShippingAddress({ shippingAddress });
  return {
    ...placeholderShipping(currencyCode),
    shippingMethod: context.reference('shipping-method', method),
    taxRate: externalTaxRateOf(taxRate),
  };
};
