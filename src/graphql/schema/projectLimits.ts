/** The limits of a project, by the fields of `limits`; their types have the names of the hosted API. */
interface TypeLimits {
  readonly field: string;
  /** The prefix of the type, such as `Cart` in `CartLimitsProjection`. */
  readonly type: string;
  /** Limits that are shown with the number in use. */
  readonly counted?: readonly string[];
  /** Limits of each resource, or of each request. */
  readonly plain?: readonly string[];
}

export const projectLimits: readonly TypeLimits[] = [
  { field: 'attributeGroups', type: 'AttributeGroup', counted: ['total'] },
  { field: 'cartDiscounts', type: 'CartDiscount', counted: ['totalActiveWithoutDiscountCodes'] },
  { field: 'carts', type: 'Cart', counted: ['total'] },
  { field: 'category', type: 'Category', plain: ['maxCategories'] },
  { field: 'customObjects', type: 'CustomObject', counted: ['total'] },
  { field: 'customerGroups', type: 'CustomerGroup', counted: ['total'] },
  { field: 'customers', type: 'Customer', counted: ['total'], plain: ['maxGroupsPerCustomer'] },
  { field: 'discountGroups', type: 'DiscountGroup', counted: ['totalActive'] },
  { field: 'extensions', type: 'Extension', plain: ['timeoutInMs'] },
  { field: 'productDiscounts', type: 'ProductDiscount', counted: ['totalActive'] },
  { field: 'productType', type: 'ProductType', counted: ['total'] },
  { field: 'products', type: 'Product', plain: ['pricesPerVariant', 'productTailoring', 'variants'] },
  { field: 'query', type: 'Query', plain: ['offset'] },
  { field: 'search', type: 'Search', plain: ['maxTextSize'] },
  { field: 'shippingMethods', type: 'ShippingMethod', counted: ['total'] },
  { field: 'shoppingLists', type: 'ShoppingList', counted: ['total'], plain: ['lineItems', 'textLineItems'] },
  {
    field: 'stores',
    type: 'Store',
    counted: ['total'],
    plain: ['cartDiscounts', 'inventorySupplyChannels', 'productDistributionChannels', 'productSelections'],
  },
  { field: 'taxCategories', type: 'TaxCategory', counted: ['total'] },
  { field: 'zones', type: 'Zone', counted: ['total'] },
];

const typeText = ({ type, counted = [], plain = [] }: TypeLimits): string => `
  "Limits of a part of the API."
  type ${type}LimitsProjection {
    ${[...counted.map(name => `${name}: ${type}LimitWithCurrent!`), ...plain.map(name => `${name}: Limit!`)].join('\n    ')}
  }
  ${
    counted.length === 0
      ? ''
      : `"A limit, and how many there are."
  type ${type}LimitWithCurrent { current: Long! limit: Long }`
  }`;

export default /* GraphQL */ `
  type Query {
    "The limits of the project. Needs view_project_settings."
    limits: ProjectCustomLimitsProjection!
  }
  "What the project may have, and what it has, by part of the API."
  type ProjectCustomLimitsProjection {
    ${projectLimits.map(({ field, type }) => `${field}: ${type}LimitsProjection!`).join('\n    ')}
  }
  "A limit; null where there is none."
  type Limit { limit: Long }
${projectLimits.map(typeText).join('')}
`;
