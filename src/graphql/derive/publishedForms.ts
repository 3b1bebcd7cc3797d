/**
 * Inputs in the form of the hosted API, where it does not follow from the declarations: other types, members that may
 * be absent, further members, and further actions. A test compares all inputs with the published ones.
 */
import { isPresent } from '../../engine/document/json.js';
import type { TSchema } from '@sinclair/typebox';
import { AttributeDrafts } from '../../commerce/resources/product/attributes.js';
import { ShippingRateDraft } from '../../commerce/resources/shippingMethod/shippingRate.js';
import type { Arguments } from '../GraphqlContext.js';
import { type Input, toDiscountMoney } from './inputMembers.js';

/** Members that clients may leave out. A list is then empty; the absence of any other member is refused by HTTP. */
export const optionalMembers: ReadonlySet<string> = new Set([
  'AddPaymentInterfaceInteraction type',
  'ApplyCartDeltaToCustomLineItemShippingDetailsTargets targetsDelta',
  'ApplyCartDeltaToLineItemShippingDetailsTargets targetsDelta',
  'AssetDraftInput sources',
  'CartDiscountPatternTargetInput selectionMode',
  'ChangeChannelDescription description',
  'ChangeChannelName name',
  'DiscountsConfigurationInput discountCombinationMode',
  'GeometryInput coordinates',
  'ItemShippingDetailsDraft targets',
  'ItemShippingDetailsDraftType targets',
  'MultiBuyCustomLineItemsTargetInput selectionMode',
  'MultiBuyLineItemsTargetInput selectionMode',
  'OrderQuoteCommand quote',
  'ProductVariantExclusionDraft skus',
  'RemoveProductPrice priceId',
  'QuoteDraft stagedQuote',
  'QuoteDraft stagedQuoteVersion',
  'QuoteRequestDraft cart',
  'QuoteRequestDraft cartVersion',
  'SetCartTotalTax externalTotalGross',
  'SetCategoryAssetSources sources',
  'SetProductAssetSources sources',
  'SetProductTailoringAssetSources sources',
  'SetProjectSettingsMyBusinessUnitAssociateRoleOnCreation associateRole',
  'ShippingMethodDraft zoneRates',
  'ShoppingListsConfigurationInput deleteDaysAfterLastModification',
  'StagedQuoteDraft quoteRequest',
  'StagedQuoteDraft quoteRequestVersion',
  'TriggerInput actions',
  'ZoneRateDraft shippingRates',
]);

const ofType = (input: Input, members: readonly string[]) => members.map(member => [member, input] as const);

/** The types of members and of elements of lists, by the input and the member in the singular. */
export const inputTypes: ReadonlyMap<string, Input> = new Map<string, Input>([
  ...ofType({ type: 'ReferenceInput' }, [
    'CustomLineItemDraft taxCategory',
    'DiscountedLineItemPortionDraft discount',
    'ImportOrderDraft customerGroup',
    'ImportOrderDraft state',
    'ImportOrderDraft store',
    'ItemStateDraftType state',
    'ProductPriceDataInput customerGroup',
    'QuoteDraft state',
    'QuoteRequestDraft state',
    'RemoveCartDiscountCode discountCode',
    'StagedQuoteDraft state',
    'StateDraft transition',
    'TransitionProductState state',
  ]),
  ...ofType({ type: 'EnumValueInput' }, ['AddTypeEnumValue value', 'ChangeTypeEnumValueLabel value']),
  ...ofType({ type: 'LocalizedEnumValueInput' }, [
    'AddTypeLocalizedEnumValue value',
    'ChangeTypeLocalizedEnumValueLabel value',
  ]),
  ...ofType({ type: 'MoneyDraft' }, [
    'ShippingRateDraft freeAbove',
    'ShippingRateDraft price',
    'ShippingRatePriceTierCartClassificationDraft price',
    'ShippingRatePriceTierCartScoreDraft price',
    'ShippingRatePriceTierCartValueDraft price',
  ]),
  ...ofType({ type: 'CartDiscountValueBaseMoneyInput', convert: toDiscountMoney }, [
    'FixedPriceCartDiscountValueInput money',
    'FixedPriceDiscountValueInput money',
  ]),
  ...ofType({ type: 'ProductSelectionSettingInActionInput' }, ['SetStoreProductSelections productSelection']),
  ...ofType({ type: 'String' }, ['GeometryInput type']),
  ...ofType({ type: 'ReferenceInput', convert: (payment: object) => ({ payments: [payment] }) }, [
    'ImportOrderDraft paymentInfo',
  ]),
]);

/** Shapes of import members that are declared as any values, since orders are imported as they were. */
export const inputShapes: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  ['ProductVariantImportDraft attributes', AttributeDrafts],
  ['ShippingInfoImportDraft shippingRate', ShippingRateDraft],
]);

interface FurtherMembers {
  /** The members with their types. */
  readonly fields: Readonly<Record<string, string>>;
  /** Converts an input to one without them. */
  readonly convert: (given: Arguments) => Arguments;
}

const listOf = (value: unknown): readonly object[] => (value ?? []) as readonly object[];

/** Adds targets by address to the targets, as targets without a shipping method. */
const withAddressTargets = ({ itemShippingAddressTargets, targets, ...rest }: Arguments): Arguments => ({
  ...rest,
  targets: [...listOf(targets), ...listOf(itemShippingAddressTargets)],
});

const addressTargets = (type: string): FurtherMembers => ({
  fields: { itemShippingAddressTargets: `[${type}!]` },
  convert: withAddressTargets,
});

const targetsOfDraft: FurtherMembers = {
  fields: { targetsDeltaDraft: 'ItemShippingDetailsDraft' },
  convert: ({ targetsDelta, targetsDeltaDraft, ...rest }) => ({
    ...rest,
    targetsDelta: [
      ...listOf(targetsDelta),
      ...listOf(withAddressTargets((targetsDeltaDraft ?? {}) as Arguments).targets),
    ],
  }),
};

/** Members that have another form over HTTP, by input. */
export const furtherMembers: ReadonlyMap<string, FurtherMembers> = new Map([
  ['ItemShippingDetailsDraft', addressTargets('ItemShippingAddressTargetDraft')],
  ['ItemShippingDetailsDraftType', addressTargets('ItemShippingAddressTargetDraftType')],
  ['ApplyCartDeltaToLineItemShippingDetailsTargets', targetsOfDraft],
  ['ApplyCartDeltaToCustomLineItemShippingDetailsTargets', targetsOfDraft],
  [
    'AssetDraftInput',
    {
      fields: { type: 'ResourceIdentifierInput' },
      convert: ({ type, custom, ...rest }: Arguments) => ({
        ...rest,
        custom: isPresent(type) ? { type, ...(custom as object | undefined) } : custom,
      }),
    },
  ],
  ['FreezeCart', { fields: { dummy: 'String' }, convert: ({ dummy: _dummy, ...rest }: Arguments) => rest }],
]);

/** An action that has another name over HTTP. */
export interface ActionForm {
  readonly input: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly convert: (payload: Arguments) => object;
}

const names = (definitions: unknown): readonly string[] =>
  (definitions as readonly { readonly name: string }[]).map(({ name }) => name);

/** Further actions by the input of all actions of a resource type. */
export const actionForms: Readonly<Record<string, Readonly<Record<string, ActionForm>>>> = {
  ProductUpdateAction: {
    changeImageLabel: {
      input: 'ChangeProductImageLabel',
      fields: { variantId: 'Int', sku: 'String', imageUrl: 'String!', label: 'String', staged: 'Boolean' },
      convert: payload => ({ ...payload, action: 'setImageLabel' }),
    },
  },
  ProductTypeUpdateAction: {
    changeAttributeOrder: {
      input: 'ChangeAttributeOrder',
      fields: { attributeDefinitions: '[AttributeDefinitionDraft!]!' },
      convert: ({ attributeDefinitions }) => ({
        attributeNames: names(attributeDefinitions),
        action: 'changeAttributeOrderByName',
      }),
    },
  },
  ProjectSettingsUpdateAction: {
    changeProjectSettingsProductSearchIndexingEnabled: {
      input: 'ChangeProjectSettingsProductSearchIndexingEnabled',
      fields: {},
      convert: payload => ({ ...payload, action: 'changeProductSearchIndexingEnabled' }),
    },
    setProductVsCartDiscountCombination: {
      input: 'SetProjectSettingsProductVsCartDiscountCombination',
      fields: { productVsCartDiscountCombination: 'DiscountCombinationMode' },
      convert: ({ productVsCartDiscountCombination }) => ({
        discountsConfiguration: { discountCombinationMode: productVsCartDiscountCombination ?? 'Stacking' },
        action: 'setDiscountsConfiguration',
      }),
    },
  },
};
