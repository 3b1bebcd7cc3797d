/** The URLs of a store's pages for customers. */
import type { Static } from '@sinclair/typebox';
import { type Action, type ActionTable, action, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import type { Sends } from '../../../engine/define/Base.js';
import { Named } from '../../../engine/schema/Named.js';
import { Optional, Shape } from '../../../engine/schema/primitives.js';
import { Type } from '../../../engine/schema/Type.js';
import { capitalized } from '../../../engine/schema/words.js';

const urlLengthMax = 2_048;

const SecureUrl = Optional(
  Type.String({ maxLength: urlLengthMax, pattern: '^https://[^\\s/]+\\S*$', description: 'an absolute https URL' }),
);

/** A URI template by RFC 6570 that has a variable. */
const Template = (variable: string) =>
  Optional(
    Type.String({
      maxLength: urlLengthMax,
      pattern: `^https://[^\\s/]+\\S*\\{[^{}\\s]*\\b${variable}\\b[^{}\\s]*\\}\\S*$`,
      description: `a URI template of an https URL, with ${variable} among its variables`,
    }),
  );

const members = {
  checkoutUrlTemplate: Template('checkoutId'),
  orderUrlTemplate: Template('orderId'),
  termsOfServiceUrl: SecureUrl,
  privacyPolicyUrl: SecureUrl,
  refundPolicyUrl: SecureUrl,
  shippingPolicyUrl: SecureUrl,
  cookiePolicyUrl: SecureUrl,
  imprintUrl: SecureUrl,
  faqUrl: SecureUrl,
  contactUrl: SecureUrl,
};

export const Storefront = Named('Storefront', Shape(members));
type Storefront = Static<typeof Storefront>;

type Name = keyof typeof members;
const names = Object.keys(members) as Name[];

/** The part of a store that the actions change. */
interface WithStorefront extends Sends<'store'> {
  readonly storefront?: Storefront;
}

const setUrl = (name: Name): Action<WithStorefront> =>
  action({ [name]: members[name] }, ({ storefront: { [name]: old, ...others } = {} }: WithStorefront, payload) => {
    const value = (payload as Storefront)[name];
    if (old === value) return unchanged;
    const storefront: Storefront = value === undefined ? others : { ...others, [name]: value };
    return {
      set: { storefront: Object.keys(storefront).length === 0 ? undefined : storefront },
      messages: [{ type: `Store${capitalized(name)}Set`, [name]: value } as MessageOf<WithStorefront>],
    };
  });

/** `setContactUrl` and so on, one for each URL. */
export const storefrontActions: ActionTable<WithStorefront> = Object.fromEntries(
  names.map(name => [`set${capitalized(name)}`, setUrl(name)]),
);

const { checkoutUrlTemplate, orderUrlTemplate } = members;
export const storefrontMessages = {
  StoreCheckoutUrlTemplateSet: { checkoutUrlTemplate },
  StoreOrderUrlTemplateSet: { orderUrlTemplate },
  StoreTermsOfServiceUrlSet: { termsOfServiceUrl: SecureUrl },
  StorePrivacyPolicyUrlSet: { privacyPolicyUrl: SecureUrl },
  StoreRefundPolicyUrlSet: { refundPolicyUrl: SecureUrl },
  StoreShippingPolicyUrlSet: { shippingPolicyUrl: SecureUrl },
  StoreCookiePolicyUrlSet: { cookiePolicyUrl: SecureUrl },
  StoreImprintUrlSet: { imprintUrl: SecureUrl },
  StoreFaqUrlSet: { faqUrl: SecureUrl },
  StoreContactUrlSet: { contactUrl: SecureUrl },
};
