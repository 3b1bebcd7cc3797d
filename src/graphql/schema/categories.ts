/** Fields of categories in addition to their declared members, and the search of categories. */
const localized = '(locale: Locale, acceptLanguage: [Locale!]): String';

export default /* GraphQL */ `
  type Query {
    "A page of the categories that a search finds, by name where no sorts are given. Needs view_categories or view_products."
    categorySearch(
      "All words are in texts in the language, in the key or in the external id."
      fulltext: LocalizedText
      "All of them have to match."
      filters: [SearchFilter!]
      "As filters."
      queryFilters: [SearchFilter!]
      sorts: [SearchSort!]
      limit: Int
      offset: Int
    ): CategorySearchResult!
    "A page of the categories whose names have words that start with the words of a text, by name."
    categoryAutocomplete(locale: Locale!, text: String!, filters: [SearchFilter!], limit: Int,
    offset: Int): CategorySearchResult!
  }
  "A condition as in the search of product projections, such as parent.id:missing or id:subtree(…)."
  scalar SearchFilter
  "A path with asc or desc, such as name.en desc."
  scalar SearchSort
  "A text in one language."
  input LocalizedText { locale: Locale! text: String! }
  "A page of the categories that a search finds."
  type CategorySearchResult { offset: Int! count: Int! total: Int! results: [CategorySearch!]! }
  "A category that a search finds."
  type CategorySearch {
    id: String!
    version: Long!
    key: String
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    externalId: String
    "The name in one language."
    name${localized}
    nameAllLocales: [LocalizedString!]!
    "The slug in one language."
    slug${localized}
    slugAllLocales: [LocalizedString!]!
    "The description in one language."
    description${localized}
    descriptionAllLocales: [LocalizedString!]
    orderHint: String!
    parentRef: Reference
    parent: CategorySearch
    "The categories from the root to the parent."
    ancestors: [CategorySearch!]!
    ancestorsRef: [Reference!]!
    "The categories whose parent it is, in the order of their creation. Needs view_categories or view_products."
    children: [CategorySearch!]!
    "The number of its children. Needs view_categories or view_products."
    childCount: Int!
    "The number of products whose staged data is in the category itself. Needs view_products."
    stagedProductCount: Int!
    "The names of the product types of these products. Needs view_products."
    productTypeNames: [String!]!
    assets: [Asset!]!
    custom: CustomFieldsType
  }
  type Category {
    "The categories from the root to the parent."
    ancestors: [Category!]!
    ancestorsRef: [Reference!]!
    "The categories whose parent it is, in the order of their creation. Needs view_categories or view_products."
    children: [Category!]
    "The number of its children. Needs view_categories or view_products."
    childCount: Int!
    "The number of products whose staged data is in the category itself. Needs view_products."
    stagedProductCount: Int!
  }
`;
