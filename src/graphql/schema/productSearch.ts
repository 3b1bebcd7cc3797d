/**
 * The older search of products (`product-projections/search`) and its suggestions. The hosted API has separate types
 * for results, whose names clients write in fragments.
 */
import { referencedResources } from './customFields.js';
import { priceArguments } from './products.js';

const onlyMatching = `(
      "Only those that match the search."
      onlyMatching: Boolean
    )`;
const localized = '(locale: Locale, acceptLanguage: [Locale!]): String';
const texts = (description: string, name: string, required = '') => `
    "${description}"
    ${name}${localized}
    ${name}AllLocales: [LocalizedString!]${required}`;

const priceMembers = `
    key: String
    value: BaseMoney!
    country: Country
    customerGroupRef: Reference
    customerGroup: CustomerGroup
    channelRef: Reference
    channel: Channel
    validFrom: DateTime
    validUntil: DateTime
    discounted: DiscountedProductSearchPriceValue
    custom: CustomFieldsType`;

export default /* GraphQL */ `
  type Query {
    "A page of the products that a search finds: the older search, as product-projections/search has it."
    productProjectionSearch(
      "Words that are searched for; needs locale."
      text: String
      "The language of text."
      locale: Locale
      "Also finds words that are like those of text."
      fuzzy: Boolean
      "The edits that a word of fuzzy may differ by."
      fuzzyLevel: Int
      "Conditions on results, before facets are counted."
      queryFilters: [SearchFilterInput!]
      "Conditions on results that facets disregard."
      filters: [SearchFilterInput!]
      facets: [SearchFacetInput!]
      "Conditions on what facets count, but for those on their own paths."
      facetFilters: [SearchFilterInput!]
      "Such as name.en asc, price desc, or score."
      sorts: [String!]
      "By default 10."
      limit: Int
      offset: Int
      "Languages whose texts are shown; a text without any of them is shown in another one. Absent: all."
      localeProjection: [Locale!]
      "The key of a store whose languages, prices and stock are shown."
      storeProjection: String
      "Whether staged data is searched and shown."
      staged: Boolean
      "The buyer whose price each variant shows as scopedPrice."
      priceSelector: PriceSelectorInput
      "Whether variants tell if they match."
      markMatchingVariants: Boolean
      "The former name of markMatchingVariants."
      markMatchingVariant: Boolean
      "Whether localeProjection concerns products behind references, too; results have no such products."
      projectExpandedProducts: Boolean
    ): ProductProjectionSearchResult!
    "Keywords of products that start with an input."
    productProjectionsSuggest(
      searchKeywords: [SearchKeywordArgument!]!
      limit: Int
      "Also suggests keywords that start with something like the input."
      fuzzy: Boolean
      "Whether staged data is searched."
      staged: Boolean
    ): SuggestResult!
  }

  "A condition of a search: exactly one field is given."
  input SearchFilterInput {
    "As in the HTTP API, such as variants.price.centAmount:range (100 to 200)."
    string: String
    model: SearchFilterModelInput
  }
  "A condition on a path: exactly one field is given."
  input SearchFilterModelInput {
    value: ValueFilterInput
    range: RangeFilterInput
    missing: MissingFilterInput
    exists: ExistsFilterInput
    tree: TreeFilterInput
  }
  "One of the values is at the path, which may also have numbers, true and false."
  input ValueFilterInput { path: String! values: [String!]! }
  "A value at the path is in one of the ranges."
  input RangeFilterInput { path: String! ranges: [RangeElementInput!]! }
  "A range; a bound that is an asterisk limits nothing."
  input RangeElementInput { from: String! to: String! }
  "No value is at the path."
  input MissingFilterInput { path: String! }
  "A value is at the path."
  input ExistsFilterInput { path: String! }
  "One of the categories is at the path, or one below a category of subTreeValues."
  input TreeFilterInput { path: String! rootValues: [String!]! subTreeValues: [String!]! }
  "A facet: exactly one field is given."
  input SearchFacetInput {
    "As in the HTTP API, such as variants.attributes.color as color."
    string: String
    model: SearchFacetModelInput
  }
  "A facet of a path: exactly one field is given."
  input SearchFacetModelInput { terms: TermsFacetInput range: RangeFacetInput }
  "Counts the values at the path."
  input TermsFacetInput { path: String! alias: String countProducts: Boolean }
  "Counts the values at the path in each range."
  input RangeFacetInput { path: String! ranges: [RangeElementInput!]! alias: String countProducts: Boolean }
  "A buyer."
  input PriceSelectorInput {
    currency: Currency!
    country: Country
    customerGroup: ReferenceInput
    channel: ReferenceInput
    "The time for which the price is valid; by default now."
    date: DateTime
  }
  "The start of a keyword in a language."
  input SearchKeywordArgument { locale: Locale! searchKeyword: String! }

  "The keywords that are suggested for each input."
  type SuggestResult { searchKeywords: [SuggestResultEntry!]! }
  "The keywords that are suggested for one input."
  type SuggestResultEntry { locale: Locale! suggestions: [Suggestion!]! }
  "A suggested keyword."
  type Suggestion { text: String! }

  "A page of the products that a search finds."
  type ProductProjectionSearchResult {
    offset: Int!
    count: Int!
    total: Int!
    results: [ProductProjection!]!
    facets: [FacetResultValue!]!
  }
  "What was counted for one facet."
  type FacetResultValue {
    "The name of the facet."
    facet: String!
    value: FacetResult!
  }
  "The result of a facet of one kind."
  interface FacetResult { type: String! }
  "How often each value occurs."
  type TermsFacetResult implements FacetResult {
    type: String!
    "Such as text, number or boolean."
    dataType: String!
    "The variants or products without a value."
    missing: Int!
    "The variants or products with a value."
    total: Int!
    "The values that are not among the terms."
    other: Int!
    terms: [TermCount!]!
  }
  "How often a value occurs."
  type TermCount { term: String! count: Int! productCount: Int }
  "The values in each range."
  type RangeFacetResult implements FacetResult { type: String! dataType: String! ranges: [RangeCount!]! }
  "The values in a range."
  interface RangeCount { type: String! }
  "The values in a range."
  type RangeCountDouble implements RangeCount {
    type: String!
    from: Float!
    fromStr: String!
    to: Float!
    toStr: String!
    "The variants or products with a value in the range."
    count: Int!
    productCount: Int
    "The number of values in the range."
    totalCount: Int!
    "The sum of the values in the range."
    total: Float!
    min: Float!
    max: Float!
    mean: Float!
  }
  "What a filter matches."
  type ValueFacetResult implements FacetResult { type: String! count: Int! productCount: Int }

  "A product with its current or its staged data."
  type ProductProjection {
    id: String!
    version: Long!
    key: String
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    productTypeRef: Reference!
    productType: ProductTypeDefinition
    ${texts('The name in one language.', 'name', '!')}
    ${texts('The description in one language.', 'description')}
    ${texts('The slug in one language.', 'slug', '!')}
    ${texts('The title for search engines in one language.', 'metaTitle')}
    ${texts('The keywords for search engines in one language.', 'metaKeywords')}
    ${texts('The description for search engines in one language.', 'metaDescription')}
    categoriesRef: [Reference!]!
    categories: [Category!]!
    categoryOrderHints: [CategoryOrderHintProductSearch!]!
    searchKeywords: [SearchKeywordsProductSearch!]!
    published: Boolean!
    hasStagedChanges: Boolean!
    masterVariant: ProductSearchVariant!
    "The variants without the master variant."
    variants${onlyMatching}: [ProductSearchVariant!]!
    "The master variant and the other variants."
    allVariants${onlyMatching}: [ProductSearchVariant!]!
    taxCategoryRef: Reference
    taxCategory: TaxCategory
    stateRef: Reference
    state: State
    reviewRatingStatistics: ReviewRatingStatistics
    "The attributes of the product itself."
    attributesRaw(includeNames: [String!], excludeNames: [String!]): [RawProductSearchAttribute!]!
  }
  "A variant of a product that a search finds."
  type ProductSearchVariant {
    id: Int!
    key: String
    sku: String
    prices: [ProductPriceSearch!]
    "The price for a buyer: with the most of the given restrictions, as carts select it. Null where none applies."
    price${priceArguments}: ProductPriceSearch
    "The prices of recurrence policies for a buyer, of each policy or of recurrencePolicyId."
    allRecurrencePrices${priceArguments}: [ProductPriceSearch!]
    images: [ImageProductSearch!]!
    assets: [Asset!]!
    availability: ProductSearchVariantAvailabilityWithChannels
    "The attributes, of which the arguments leave some out."
    attributesRaw(includeNames: [String!], excludeNames: [String!]): [RawProductSearchAttribute!]!
    "Whether the variant matches the search; null without markMatchingVariants."
    isMatchingVariant: Boolean
    "The price for the buyer of priceSelector."
    scopedPrice: ScopedPrice
    "Whether scopedPrice has a discount; null without priceSelector."
    scopedPriceDiscounted: Boolean
  }
  "A price of a variant."
  type ProductPriceSearch {
    id: String${priceMembers}
    tiers: [ProductSearchPriceTier!]
  }
  "The price of a variant for the buyer of a search."
  type ScopedPrice {
    id: String!${priceMembers}
    "The discounted value, where there is a discount."
    currentValue: BaseMoney!
  }
  "The price from a quantity on."
  type ProductSearchPriceTier { minimumQuantity: Int! value: BaseMoney! }
  "A price that a product discount has lowered."
  type DiscountedProductSearchPriceValue { value: BaseMoney! discountRef: Reference! discount: ProductDiscount }
  "An image of a variant."
  type ImageProductSearch { url: String! label: String dimensions: DimensionsProductSearch! }
  "Pixels."
  type DimensionsProductSearch { width: Int! height: Int! }
  "An attribute of a variant."
  type RawProductSearchAttribute {
    name: String!
    value: Json!
    ${referencedResources}
  }
  "Where the product stands in a category."
  type CategoryOrderHintProductSearch { categoryId: String! orderHint: String! }
  "The search keywords in one language."
  type SearchKeywordsProductSearch { locale: Locale! searchKeywords: [SearchKeywordProductSearch!]! }
  "A keyword that finds the product."
  type SearchKeywordProductSearch { text: String! suggestTokenizer: SuggestTokenizerProductSearch }
  "How a keyword is divided into suggestions."
  interface SuggestTokenizerProductSearch { type: String! }
  "Suggests each word."
  type WhitespaceSuggestTokenizerProductSearch implements SuggestTokenizerProductSearch { type: String! }
  "Suggests the given texts."
  type CustomSuggestTokenizerProductSearch implements SuggestTokenizerProductSearch { type: String! inputs: [String!]! }
  "The stock of a variant."
  type ProductSearchVariantAvailabilityWithChannels {
    "The stock that belongs to no channel."
    noChannel: ProductSearchVariantAvailability
    "The stock by supply channel."
    channels(
      includeChannelIds: [String!]
      excludeChannelIds: [String!]
      limit: Int
      offset: Int
    ): ProductSearchVariantAvailabilitiesResult!
  }
  "The stock of a variant in some supply channels."
  type ProductSearchVariantAvailabilitiesResult {
    limit: Int
    offset: Int
    total: Int!
    results: [ProductSearchVariantAvailabilityWithChannel!]!
  }
  "The stock of a variant in a supply channel."
  type ProductSearchVariantAvailabilityWithChannel {
    channelRef: Reference!
    channel: Channel
    availability: ProductSearchVariantAvailability!
  }
  "The stock of a variant in one place."
  type ProductSearchVariantAvailability {
    "The id of the inventory entry."
    id: String
    version: Long
    "Whether a piece is available."
    isOnStock: Boolean!
    availableQuantity: Long
    restockableInDays: Int
  }
`;
