/** Resolvers of the stock of a variant: the inventory entries of its SKU. */
import type { Arguments, GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../JsonObject.js';
import { loads, type Resolver } from './Resolver.js';

interface Entry extends JsonObject {
  readonly availableQuantity: number;
  readonly supplyChannel?: { readonly typeId: 'channel'; readonly id: string };
}

/** Bounds the inventory entries of a SKU that are read: one for each supply channel. */
const entriesMax = 1_000;
/** The supply channels of a response without `limit`. */
const channelsDefault = 100;

const entriesOf = async (sku: string | undefined, { loaders }: GraphqlContext): Promise<readonly Entry[]> =>
  sku === undefined ? [] : ((await loaders.findAll('inventory-entry', 'sku', sku, entriesMax)) as readonly Entry[]);

const isOnStock = ({ availableQuantity }: Entry): boolean => availableQuantity > 0;

/** Whether pieces are available: in one of the channels, or without them anywhere. */
export const isAvailable = async (
  sku: string | undefined,
  channelIds: readonly string[] | undefined,
  context: GraphqlContext,
): Promise<boolean> =>
  (await entriesOf(sku, context)).some(
    entry => isOnStock(entry) && (channelIds?.includes(entry.supplyChannel?.id ?? '') ?? true),
  );

export const availability = loads(async ({ sku }, _, context) => {
  const entries = await entriesOf(sku as string | undefined, context);
  return entries.length === 0 ? null : { entries };
});

const withinChannels =
  ({ includeChannelIds, excludeChannelIds }: Arguments) =>
  ({ supplyChannel }: Entry): boolean => {
    if (supplyChannel === undefined) return false;
    const included = (includeChannelIds ?? undefined) as readonly string[] | undefined;
    const excluded = (excludeChannelIds ?? []) as readonly string[];
    return (included?.includes(supplyChannel.id) ?? true) && !excluded.includes(supplyChannel.id);
  };

const channels: Resolver = (source, args) => {
  const found = (source.entries as readonly Entry[]).filter(withinChannels(args));
  const offset = Math.max(0, (args.offset ?? 0) as number);
  const limit = Math.max(0, (args.limit ?? channelsDefault) as number);
  return {
    limit,
    offset,
    total: found.length,
    results: found.slice(offset, offset + limit).map(entry => ({ channel: entry.supplyChannel, availability: entry })),
  };
};

export const availabilityResolvers: Readonly<Record<string, Readonly<Record<string, Resolver>>>> = {
  ProductVariantAvailabilityWithChannels: {
    noChannel: source =>
      (source.entries as readonly Entry[]).find(({ supplyChannel }) => supplyChannel === undefined) ?? null,
    channels,
  },
  ProductVariantAvailability: { isOnStock: source => isOnStock(source as Entry) },
};
