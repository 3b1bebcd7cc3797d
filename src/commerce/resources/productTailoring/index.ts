import { errorEntry, invalidInput, requiredField } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import type { AddressLookup } from '../../../engine/define/DefinitionGroups.js';
import { addressPath, tailoringAddress, tailoringStamp } from '../product/tailoredData.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type ProductTailoring, ProductTailoringMembers, messages } from './members.js';
import { pendingChange } from './attributes.js';
import { messageMembers, needsProduct } from './tailoring.js';

const beforeCommit: BeforeCommit<ProductTailoring> = async (_access, { after }) => {
  if ((after.store as ProductTailoring['store'] | undefined) === undefined)
    throw requiredField('store', 'the store that the product is tailored for');
  return {};
};

/** In a store, the id or the key of a product also addresses its tailoring. */
const lookup: AddressLookup = {
  fields: ['productId', 'productKey'],
  find: async ({ store }, { projectKey, storeKey }, field, value) => {
    if (storeKey === undefined)
      throw invalidInput(`${field} names a tailoring of a store only together with storeKey.`);
    const productId = field === 'productId' ? value : await store.findId(projectKey, 'product', 'key', value);
    return productId === null
      ? null
      : store.findId(projectKey, 'product-tailoring', addressPath, tailoringAddress(storeKey, productId));
  },
};

/** The data that a store shows of a product in place of the product's own data. */
export const productTailoring = defineResource<ProductTailoring>({
  typeId: 'product-tailoring',
  path: 'product-tailoring',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: ProductTailoringMembers,
  draft,
  actions,
  unique: ['key'],
  otherAddresses: { lookup },
  claims: {
    values: ({ store, product }) => [
      {
        path: addressPath,
        value: tailoringAddress(store.key, product.id),
        refusal: errorEntry('DuplicateField', { field: 'product', duplicateValue: product.id }),
      },
    ],
  },
  indexes: ['store.key', 'product.id'],
  storeField: 'store',
  stamps: ({ store, product }) => [tailoringStamp(store.key, product.id)],
  pendingChange,
  beforeCommit,
  messages,
  removal: {
    needs: needsProduct,
    messages: (tailoring, context) => [{ type: 'ProductTailoringDeleted', ...messageMembers(tailoring, context) }],
  },
});
