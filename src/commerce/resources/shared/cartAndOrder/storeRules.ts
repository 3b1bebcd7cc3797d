/** The limits that a store sets for its carts and orders: its countries, and the channels of line items. */
import { type ErrorEntry, errorEntry, failAll } from '../../../../base/errors/ApiError.js';
import type { Base } from '../../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { sameValue } from '../../../../engine/document/sameValue.js';
import { loadByUnique } from '../../../../engine/loadResources.js';
import type { KeyReferenceValue, ReferenceValue } from '../../../../engine/schema/reference.js';

/** The members of a store that limit its carts; an empty list limits nothing. */
interface StoreLimits extends Base {
  readonly key: string;
  readonly countries: readonly { readonly code: string }[];
  readonly distributionChannels: readonly ReferenceValue<'channel'>[];
  readonly supplyChannels: readonly ReferenceValue<'channel'>[];
}

interface ItemChannels {
  readonly id: string;
  readonly distributionChannel?: ReferenceValue<'channel'>;
  readonly supplyChannel?: ReferenceValue<'channel'>;
}

interface InStore {
  readonly store?: KeyReferenceValue<'store'>;
  readonly country?: string;
  readonly lineItems: readonly ItemChannels[];
}

const channelFields = { distributionChannel: 'distributionChannels', supplyChannel: 'supplyChannels' } as const;
type ChannelField = keyof typeof channelFields;
const fields = Object.keys(channelFields) as ChannelField[];

interface NewChannel {
  readonly field: ChannelField;
  readonly channel: ReferenceValue<'channel'>;
}

/** The new channels of items; the channels that they had before stay allowed, however the store has changed. */
const newChannels = (after: InStore, before: InStore | undefined): NewChannel[] => {
  const old = new Map(before?.lineItems.map(item => [item.id, item]));
  return after.lineItems.flatMap(item =>
    fields.flatMap(field => {
      const channel = item[field];
      return channel === undefined || sameValue(old.get(item.id)?.[field], channel) ? [] : [{ field, channel }];
    }),
  );
};

const countryRefusals = ({ key, countries }: StoreLimits, country: string | undefined): ErrorEntry[] => {
  const storeCountries = countries.map(({ code }) => code);
  return country === undefined || countries.length === 0 || storeCountries.includes(country)
    ? []
    : [errorEntry('CountryNotConfiguredInStore', { country, storeKey: key, storeCountries })];
};

const channelRefusals = (store: StoreLimits, channels: readonly NewChannel[]): ErrorEntry[] =>
  channels
    .filter(({ field, channel }) => {
      const allowed = store[channelFields[field]];
      return allowed.length > 0 && !allowed.some(({ id }) => id === channel.id);
    })
    .map(({ field, channel: { id } }) =>
      errorEntry('InvalidInput', {
        message:
          `The channel '${id}' is not one of the ${channelFields[field]} of the store '${store.key}', ` +
          `so it cannot be the ${field} of a line item there.`,
      }),
    );

/** The refusals of a new country and of new channels that the store of a cart or an order does not have. */
export const storeRefusals = async (
  access: ResourceAccess,
  projectKey: string,
  after: InStore,
  before?: InStore,
): Promise<ErrorEntry[]> => {
  if (after.store === undefined) return [];
  const country = after.country === before?.country ? undefined : after.country;
  const channels = newChannels(after, before);
  if (country === undefined && channels.length === 0) return [];
  const store = await loadByUnique<StoreLimits>(access, projectKey, 'store', 'key', after.store.key);
  return store === undefined ? [] : [...countryRefusals(store, country), ...channelRefusals(store, channels)];
};

/** Throws the refusals that `storeRefusals` finds. */
export const assertStoreAllows = async (...args: Parameters<typeof storeRefusals>): Promise<void> => {
  const refusals = await storeRefusals(...args);
  if (refusals.length > 0) throw failAll(refusals);
};
