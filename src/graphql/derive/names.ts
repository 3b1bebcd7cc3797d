/** The names of declarations in GraphQL: rules, and the names that do not follow them. */
import { required } from '../../base/errors/ApiError.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { pascalCase } from '../../engine/schema/words.js';

/** Converts `cart-discounts` to `cartDiscounts`. */
const camelCase = (text: string): string => {
  const pascal = pascalCase(text);
  return pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
};

/** Converts `addresses` to `address`, the name of one element of a list. */
export const singular = (plural: string): string => {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return /(ss|s[ei]s|us)$/.test(plural) ? plural.replace(/es$/, '') : plural.replace(/s$/, '');
};

interface ResourceNames {
  /** `Order`: the type of the resource. */
  readonly type: string;
  /** `order`: the query of one resource. */
  readonly one: string;
  /** `orders`: the query of a page. */
  readonly page: string;
  /** `Order` in `createOrder`, `updateOrder` and `deleteOrder`. */
  readonly verb: string;
  readonly draft: string;
  readonly updateAction: string;
  /** The type that the creation returns, where it shows more than the resource. */
  readonly created?: string;
}

const exceptions: Readonly<Record<string, Partial<ResourceNames>>> = {
  'api-client': { type: 'ApiClientWithoutSecret', draft: 'CreateApiClient', created: 'ApiClientWithSecret' },
  'key-value-document': {
    type: 'CustomObject',
    one: 'customObject',
    page: 'customObjects',
    verb: 'CustomObject',
    draft: 'CustomObjectDraft',
  },
  'inventory-entry': { page: 'inventoryEntries' },
  'product-selection': { draft: 'CreateProductSelectionDraft' },
  'product-tailoring': { page: 'productTailoringList' },
  'product-type': { type: 'ProductTypeDefinition' },
  project: { type: 'ProjectProjection', updateAction: 'ProjectSettingsUpdateAction' },
  'standalone-price': { draft: 'CreateStandalonePrice' },
  store: { draft: 'CreateStore' },
  type: {
    type: 'TypeDefinition',
    one: 'typeDefinition',
    page: 'typeDefinitions',
    verb: 'TypeDefinition',
    draft: 'TypeDefinitionDraft',
  },
  zone: { draft: 'CreateZone' },
};

/** Returns the names of a resource type, by rule or by exception. */
export const resourceNames = ({ typeId, path }: Pick<ResourceDefinition, 'typeId' | 'path'>): ResourceNames => {
  const name = pascalCase(typeId);
  return {
    type: name,
    one: camelCase(typeId),
    page: camelCase(path),
    verb: name,
    draft: `${name}Draft`,
    updateAction: `${name}UpdateAction`,
    ...exceptions[typeId],
  };
};

/** Returns the type that the client's own resources have at `me`. */
export const ownTypeName = (definition: ResourceDefinition): string => {
  const { type } = resourceNames(definition);
  return definition.own?.hasOwnType === true ? `My${type}` : type;
};

/** Members with references whose fields are not called `xRef`. */
const referenceFields: ReadonlyMap<string, string> = new Map([
  ['cartDiscounts', 'cartDiscountRefs'],
  ['payments', 'paymentRefs'],
  ['refusedGifts', 'refusedGiftsRefs'],
]);
const membersByReferenceField = new Map([...referenceFields].map(([member, field]) => [field, member]));

/** Returns the name of the field with the stored reference; another field has the resource. */
export const referenceField = (member: string): string => referenceFields.get(member) ?? `${member}Ref`;

/** Returns the member whose reference the field shows; undefined if the field shows no reference. */
export const memberOfReferenceField = (field: string): string | undefined =>
  membersByReferenceField.get(field) ?? /^(.+)Ref$/.exec(field)?.[1];

/** References with another type than `Reference`, by the type and the member. */
const referenceTypes: ReadonlyMap<string, string> = new Map([
  ['CustomLineItemRecurrenceInfo recurrencePolicy', 'RecurrencePolicyRef'],
  ['GiftLineItemValue distributionChannel', 'ChannelReferenceIdentifier'],
  ['GiftLineItemValue product', 'ProductReferenceIdentifier'],
  ['GiftLineItemValue supplyChannel', 'ChannelReferenceIdentifier'],
  ['LineItemRecurrenceInfo recurrencePolicy', 'RecurrencePolicyRef'],
  ['ProductAddedToCategory category', 'ReferenceId'],
  ['ProductRemovedFromCategory category', 'ReferenceId'],
]);
/** The types of references; a field `xRef` of these types shows the member `x`. */
export const referenceTypeNames: ReadonlySet<string> = new Set([
  'Reference',
  'KeyReference',
  ...referenceTypes.values(),
]);

export const referenceType = (parent: string, member: string, by: 'id' | 'key'): string =>
  referenceTypes.get(`${parent} ${member}`) ?? (by === 'key' ? 'KeyReference' : 'Reference');

/** Members of payloads that show their reference under their own name. */
const plainReferences: ReadonlySet<string> = new Set(['ReferenceId']);

/** Returns the field that shows the reference: some members of payloads already have such a name. */
export const fieldOfReference = (member: string, type: string): string =>
  plainReferences.has(type) || /Refs?$/.test(member) ? member : referenceField(member);

const sides: Readonly<Record<string, string>> = { w: 'width', h: 'height' };

/** Members that have another name in GraphQL, by the type and the member. */
const otherFields: ReadonlyMap<string, string> = new Map([
  ['AddAttributeDefinition attribute', 'attributeDefinition'],
  ['ProductTypeDraft attributes', 'attributeDefinitions'],
]);

/** Returns the field that shows a member: dimensions have `width` and `height`, which HTTP calls `w` and `h`. */
export const fieldName = (parent: string, member: string): string =>
  otherFields.get(`${parent} ${member}`) ?? (parent.includes('Dimensions') ? (sides[member] ?? member) : member);

/** Names of action inputs that break the rule: CUST069 gives one, and two actions of products would share a name. */
const actionInputNames: ReadonlyMap<string, string> = new Map([
  ['Cart setCustomLineItemRecurrenceInfo', 'SetCustomLineItemRecurrenceInfo'],
  ['Cart setLineItemRecurrenceInfo', 'SetLineItemRecurrenceInfo'],
  ['Customer setCustomerGroup', 'SetCustomerCustomerGroup'],
  ['InventoryEntry setInventoryLimits', 'SetInventoryLimits'],
  ['InventoryEntry setKey', 'SetInventoryKey'],
  ['InventoryEntry setReorderPoint', 'SetReorderPoint'],
  ['InventoryEntry setSafetyStock', 'SetSafetyStock'],
  ['Order setPurchaseOrderNumber', 'SetOrderPurchaseOrderNumber'],
  ['Product revertStagedChanges', 'RevertStagedChanges'],
  ['Product revertStagedVariantChanges', 'RevertStagedVariantChanges'],
  ['Product setProductAttribute', 'ProductLevelAttributeInput'],
  ['Product setSearchKeywords', 'SetSearchKeywords'],
  ['ProductTailoring addVariant', 'AddProductVariantTailoring'],
  ['ProductTailoring publish', 'PublishTailoring'],
  ['ProductTailoring removeVariant', 'RemoveProductVariantTailoring'],
  ['ProductTailoring setProductAttribute', 'SetProductLevelTailoringAttribute'],
  ['ProductTailoring unpublish', 'UnpublishTailoring'],
  ['StandalonePrice addPriceTier', 'AddStandalonePriceTier'],
  ['StandalonePrice applyStagedChanges', 'ApplyStagedChanges'],
  ['StandalonePrice removePriceTier', 'RemoveStandalonePriceTier'],
  ['StandalonePrice removeStagedChanges', 'RemoveStagedChanges'],
  ['StandalonePrice setCustomField', 'SetStandalonePriceCustomFields'],
  ['StandalonePrice setCustomType', 'CustomFieldsDraft'],
  ['StandalonePrice setPriceTiers', 'SetStandalonePriceTiers'],
]);

/** Names of action inputs of the client's own resources that break the rule. */
const ownInputNames: ReadonlyMap<string, string> = new Map([
  ['Quote changeMyQuoteState', 'ChangeMyQuoteMyQuoteState'],
  ['QuoteRequest cancelQuoteRequest', 'CancelQuoteRequest'],
  ['QuoteRequest setCustomField', 'SetMyQuoteRequestCustomField'],
  ['QuoteRequest setCustomType', 'SetMyQuoteRequestCustomType'],
]);

/** Actions on own resources that take the merchant's inputs; members that only merchants may set have no effect. */
const sharedInputs: ReadonlySet<string> = new Set([
  'Cart addPayment',
  'Cart addShoppingList',
  'Cart changeLineItemQuantity',
  'Cart removeLineItem',
  'ShoppingList addLineItem',
]);

export const sharesInput = (resource: string, action: string): boolean => sharedInputs.has(`${resource} ${action}`);

/** Rules for the names of action inputs of some resource types. */
const actionInputRules: ReadonlyMap<string, (action: string) => string> = new Map([
  ['ProductType', (action: string) => action],
  ['TaxCategory', (action: string) => (action === 'SetKey' ? 'SetTaxCategoryKey' : `TaxCategory${action}`)],
]);

/**
 * Names `setKey` of `Order` as `SetOrderKey`; an action that names its resource type, such as `freezeCart`, becomes
 * `FreezeCart`. `owner` precedes the name in inputs for the client's own resources that differ.
 */
export const actionInputName = (resource: string, action: string, owner: string, isOwn: boolean): string => {
  const ownName = isOwn ? ownInputNames.get(`${resource} ${action}`) : undefined;
  if (ownName !== undefined) return ownName;
  const known = actionInputNames.get(`${resource} ${action}`);
  if (known !== undefined) return owner + known;
  const name = pascalCase(action);
  const rule = actionInputRules.get(resource);
  if (rule !== undefined) return owner + rule(name);
  if (name.includes(resource)) return owner + name;
  const [verb] = required(/^[A-Z][a-z]*/.exec(name) ?? undefined, `the verb of ${action}`);
  return verb + owner + resource + name.slice(verb.length);
};

export interface CreationNames {
  readonly mutation: string;
  /** The name of the input of the draft. */
  readonly draft: string;
  /** True if the members of the draft are arguments of the mutation. */
  readonly isSpread?: boolean;
}

/** The names by resource type and path segment, with the prefix `me` for the client's own resources. */
const creationExceptions: Readonly<Record<string, CreationNames>> = {
  order: { mutation: 'createOrderFromCart', draft: 'OrderCartCommand' },
  'order/import': { mutation: 'importOrder', draft: 'ImportOrderDraft' },
  'order/quotes': { mutation: 'createOrderFromQuote', draft: 'OrderQuoteCommand' },
  'me/order': { mutation: 'createMyOrderFromCart', draft: 'OrderMyCartCommand' },
  'me/order/quotes': { mutation: 'createMyOrderFromQuote', draft: 'OrderMyQuoteCommand' },
  'key-value-document': { mutation: 'createOrUpdateCustomObject', draft: 'CustomObjectDraft' },
  'cart/replicate': { mutation: 'replicateCart', draft: 'ReplicateCart', isSpread: true },
  'me/cart/replicate': { mutation: 'replicateMyCart', draft: 'ReplicateMyCart', isSpread: true },
};

/** Names the mutation for a creation; `path` is the path segment if it is not that of the resource type. */
export const creationNames = (definition: ResourceDefinition, path?: string, own = false): CreationNames => {
  const key = `${own ? 'me/' : ''}${definition.typeId}${path === undefined ? '' : `/${path}`}`;
  const { verb, draft } = resourceNames(definition);
  const owner = own ? 'My' : '';
  const way = path === undefined ? '' : pascalCase(path);
  return (
    creationExceptions[key] ?? {
      mutation: `create${owner}${verb}${way && `By${way}`}`,
      draft: `${owner}${way}${draft}`,
    }
  );
};
