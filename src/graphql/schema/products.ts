/** Fields of products in addition to their declared members: variants, prices and stock that arguments select. */
import { referencedResources } from './customFields.js';

const variantArguments = `(
      skus: [String!]
      "Whether pieces are available, in one of stockChannelIds where those are given."
      isOnStock: Boolean
      stockChannelIds: [String!]
      hasImages: Boolean
      "Only searches have variants that do not match; here it leaves out none."
      onlyMatching: Boolean
    )`;

/** The arguments that select a price, for products and for results of searches. */
export const priceArguments = `(
      currency: Currency!
      country: Country
      customerGroupId: String
      customerGroupAssignmentIds: [String!]
      channelId: String
      "The time for which the price is valid; by default now."
      date: DateTime
      recurrencePolicyId: String
      "Whether allRecurrencePrices has the prices of each policy although recurrencePolicyId is given."
      returnAllPricesByRecurrencePolicy: Boolean
    )`;

export default /* GraphQL */ `
  type Product {
    "The SKUs of all variants, current and staged."
    skus: [String!]!
  }

  type ProductData {
    "One of the variants; null where there is none. Takes exactly one argument."
    variant(sku: String, key: String): ProductVariant
    "The variants without the master variant. Each argument leaves out those that it does not fit."
    variants${variantArguments}: [ProductVariant!]!
    "The master variant and the other variants. Each argument leaves out those that it does not fit."
    allVariants${variantArguments}: [ProductVariant!]!
    "The SKUs of all variants."
    skus: [String!]!
    "The search keywords in one language."
    searchKeyword(locale: Locale!): [SearchKeyword!]
    "The search keywords in all languages."
    searchKeywords: [SearchKeywords!]!
    "The order hint in one category."
    categoryOrderHint(categoryId: String!): String
    categoryOrderHints: [CategoryOrderHint!]!
  }

  type ProductVariant {
    "Null in line items of variants without prices."
    prices: [ProductPrice!]
    "The price for a buyer: with the most of the given restrictions, as carts select it. Null where none applies."
    price${priceArguments}: ProductPrice
    "The prices of recurrence policies for a buyer, of each policy or of recurrencePolicyId."
    allRecurrencePrices${priceArguments}: [ProductPrice!]
    "The stock of the SKU; null for a variant without SKU, or whose stock is not tracked."
    availability: ProductVariantAvailabilityWithChannels
  }

  type RawProductAttribute {
    "Null in messages, and where the product type is not known or no longer has the attribute."
    attributeDefinition: AttributeDefinition
    "The attributes of a nested value; null for other values."
    attributesRaw: [RawProductAttribute!]
    ${referencedResources}
  }

  "The stock of a variant."
  type ProductVariantAvailabilityWithChannels {
    "The stock that belongs to no channel."
    noChannel: ProductVariantAvailability
    "The stock by supply channel."
    channels(
      includeChannelIds: [String!]
      excludeChannelIds: [String!]
      limit: Int
      offset: Int
    ): ProductVariantAvailabilitiesResult!
  }
  "The stock of a variant in some supply channels."
  type ProductVariantAvailabilitiesResult {
    limit: Int
    offset: Int
    total: Int!
    results: [ProductVariantAvailabilityWithChannel!]!
  }
  "The stock of a variant in a supply channel."
  type ProductVariantAvailabilityWithChannel {
    channelRef: Reference!
    channel: Channel
    availability: ProductVariantAvailability!
  }
  "The stock of a variant in one place."
  type ProductVariantAvailability {
    "The id of the inventory entry."
    id: String
    version: Long
    "Whether a piece is available."
    isOnStock: Boolean!
    availableQuantity: Long
    restockableInDays: Int
  }

  "The search keywords in one language."
  type SearchKeywords {
    locale: Locale!
    searchKeywords: [SearchKeyword!]!
  }
  "A keyword that finds the product."
  type SearchKeyword {
    text: String!
    suggestTokenizer: SuggestTokenizer
  }
  "How a keyword is divided into suggestions."
  interface SuggestTokenizer { type: String! }
  "Suggests each word."
  type WhitespaceSuggestTokenizer implements SuggestTokenizer { type: String! }
  "Suggests the given texts."
  type CustomSuggestTokenizer implements SuggestTokenizer { type: String! inputs: [String!]! }
  "The search keywords in one language."
  input SearchKeywordInput { locale: Locale! keywords: [SearchKeywordItemInput!]! }
  "A keyword that finds the product."
  input SearchKeywordItemInput { text: String! suggestTokenizer: BaseSearchKeywordInput }
  "One kind of suggest tokenizer: exactly one field is given."
  input BaseSearchKeywordInput { whitespace: WhitespaceSuggestTokenizerInput custom: CustomSuggestTokenizerInput }
  "Suggests each word."
  input WhitespaceSuggestTokenizerInput { dummy: String }
  "Suggests the given texts."
  input CustomSuggestTokenizerInput { inputs: [String!]! }

  "Where the product stands in a category."
  type CategoryOrderHint { categoryId: String! orderHint: String! }
  "Where the product stands in a category."
  input CategoryOrderHintInput {
    "The id of the category."
    uuid: String!
    orderHint: String!
  }
`;
