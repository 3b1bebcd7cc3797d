/** Resolvers of messages: their payload is the message itself, whose members are the fields. */
import { required } from '../../base/errors/ApiError.js';
import { definitions } from '../../commerce/resources/index.js';
import { BaseShape } from '../../engine/define/Base.js';
import { categoryOrderHints, searchKeywords } from './productResolvers.js';
import { reviewTarget } from './referencedResources.js';
import { memberResolver, type Resolver } from './Resolver.js';

const payloadTypes: ReadonlySet<string> = new Set(
  definitions.flatMap(({ messaging }) => Object.keys(messaging?.payloads ?? {})),
);

/** The members of each message, which are no part of its payload. */
const headMembers: ReadonlySet<string> = new Set([
  ...Object.keys(BaseShape.properties),
  ...Object.keys(
    required(
      definitions.find(({ typeId }) => typeId === 'message'),
      'messages',
    ).resource.properties,
  ),
]);

/** Resolves to the id of the resource of the message. */
const resourceId: Resolver = ({ resource }) => (resource as { readonly id: string }).id;

/** Resolves to the key of the member's reference. */
const keyOf =
  (member: string): Resolver =>
  source =>
    (source[member] as { readonly key: string } | undefined)?.key;

/** Resolves to a member of payloads that is itself called `paymentRef`. */
const paymentRef = memberResolver('paymentRef');

export const messageResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  Message: { payload: source => source, userProvidedIdentifiers: memberResolver('resourceUserProvidedIdentifiers') },
  OtherMessagePayload: {
    members: source => Object.fromEntries(Object.entries(source).filter(([name]) => !headMembers.has(name))),
  },
  OrderPaymentAdded: { paymentRef },
  OrderPaymentRemoved: { paymentRef },
  ...Object.fromEntries(
    ['Deleted', 'IsActiveSet', 'KeySet', 'SortOrderSet'].map(event => [
      `DiscountGroup${event}`,
      { discountGroupId: resourceId },
    ]),
  ),
  ReviewRatingSet: { target: reviewTarget },
  ReviewStateTransition: { target: reviewTarget },
  OrderBusinessUnitSet: { businessUnit: keyOf('businessUnit'), oldBusinessUnit: keyOf('oldbusinessUnit') },
  OrderStateChanged: { orderId: resourceId },
  PaymentStatusInterfaceCodeSet: { paymentId: resourceId },
  ProductProjectionMessagePayload: { searchKeywords, categoryOrderHints },
};

/** Returns the type of a payload, which has the name of the message type. */
export const payloadType = ({ type }: { readonly type: string }): string =>
  payloadTypes.has(type) ? type : 'OtherMessagePayload';
