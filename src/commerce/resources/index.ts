/** The list that registers all resource types. Routes, scopes, validators and keys are derived from it. */
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { compileResourceType } from '../../engine/define/compileResourceType.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { apiClient } from './apiClient.js';
import { attributeGroup } from './attributeGroup.js';
import { cart } from './cart/index.js';
import { cartDiscount } from './cartDiscount/index.js';
import { category } from './category/index.js';
import { categoryMove } from './category/beforeCommit.js';
import { channel } from './channel.js';
import { customer } from './customer/index.js';
import { customObject } from './customObject.js';
import { customerGroup } from './customerGroup.js';
import { customerEmailToken, customerPasswordToken } from './customerToken.js';
import { definitionChange } from './definitionChange.js';
import { discountCode } from './discountCode.js';
import { discountGroup } from './discountGroup.js';
import { extension } from './extension/index.js';
import { inventoryEntry } from './inventoryEntry.js';
import { messageOf } from './message.js';
import { order } from './order/index.js';
import { payment } from './payment/index.js';
import { product } from './product/index.js';
import { productSelection } from './productSelection/index.js';
import { productSelectionAssignment } from './productSelectionAssignment.js';
import { productTailoring } from './productTailoring/index.js';
import { productDiscount } from './productDiscount.js';
import { productType } from './productType/index.js';
import { project } from './project/index.js';
import { quote } from './quote.js';
import { quoteRequest } from './quoteRequest.js';
import { recurrencePolicy } from './recurrencePolicy.js';
import { review } from './review.js';
import { shippingMethod } from './shippingMethod/index.js';
import { shoppingList } from './shoppingList/index.js';
import { stagedQuote } from './stagedQuote.js';
import { state } from './state.js';
import { taxCategory } from './taxCategory.js';
import { type } from './type.js';
import { standalonePrice } from './standalonePrice/index.js';
import { store } from './store/index.js';
import { zone } from './zone.js';
import './typeIds.js';

const senders: readonly ResourceDefinition[] = [
  project,
  apiClient,
  state,
  order,
  store,
  channel,
  customer,
  customerGroup,
  customObject,
  payment,
  type,
  taxCategory,
  zone,
  attributeGroup,
  inventoryEntry,
  shippingMethod,
  cartDiscount,
  discountCode,
  category,
  categoryMove,
  discountGroup,
  productDiscount,
  productType,
  definitionChange,
  product,
  productSelection,
  productSelectionAssignment,
  productTailoring,
  standalonePrice,
  review,
  recurrencePolicy,
  cart,
  shoppingList,
  customerEmailToken,
  customerPasswordToken,
  extension,
  quoteRequest,
  stagedQuote,
  quote,
];

export const definitions: readonly ResourceDefinition[] = [...senders, messageOf(senders)];

/** Refuses to start with contradictory declarations. */
const assertConsistent = (list: readonly ResourceDefinition[]): void => {
  for (const member of ['typeId', 'path'] as const) {
    const seen = new Set<string>();
    for (const definition of list) {
      if (seen.has(definition[member]))
        throw new Error(`two resource types have the ${member} '${definition[member]}'`);
      seen.add(definition[member]);
    }
  }
  for (const { typeId, addressedBy, unique = [] } of list)
    if (addressedBy !== undefined && !(unique as readonly string[]).includes(addressedBy.field))
      throw new Error(`${typeId} is addressed by ${addressedBy.field}, which is not declared unique`);
  for (const { typeId, own, indexes = [] } of list)
    if (
      own !== undefined &&
      own.by !== 'id' &&
      !(own.by === 'customer' ? ['customer.id'] : ['customerId', 'anonymousId']).every(field => indexes.includes(field))
    )
      throw new Error(`${typeId} is read at /me, but has no index by its owner`);
  for (const { typeId, storage, retention } of list)
    if (storage?.immutable === true && (retention?.field === 'lastModifiedAt' || retention?.countMax !== undefined))
      throw new Error(
        `${typeId} has a retention by its last modification, which immutable resources have no index for`,
      );
  for (const { typeId, storage, draft, creations } of list)
    if (storage?.timeOrderedIds === true && (draft !== undefined || creations !== undefined))
      throw new Error(`${typeId} has time-ordered ids, which drafts do not create`);
};

assertConsistent(definitions);

export const resourceTypes: readonly ResourceType[] = definitions.map(compileResourceType);
