import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type StandalonePrice, StandalonePriceMembers } from './members.js';
import { beforeCommit } from './beforeCommit.js';
import { priceScopeClaims } from './priceScopeClaims.js';

/** A price of a SKU that is stored outside products, whether or not a product has the SKU. */
export const standalonePrice = defineResource<StandalonePrice>({
  typeId: 'standalone-price',
  path: 'standalone-prices',
  scopes: { read: ['view_standalone_prices'], write: ['manage_standalone_prices'] },
  resource: StandalonePriceMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['sku'],
  identifiers: ['key'],
  sendsMessages: true,
  claims: priceScopeClaims,
  beforeCommit,
  removalMessages: ({ sku }) => [{ type: 'StandalonePriceDeleted', sku }],
});
