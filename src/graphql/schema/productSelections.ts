/** The products of selections: pages of assignments, in the forms that selections, products and stores show. */
const pageArguments = '(where: String, sort: [String!], limit: Int, offset: Int)';

const variants = `
    "Absent: all variants are included."
    variantSelection: ProductVariantSelection
    "Absent: all variants are excluded."
    variantExclusion: ProductVariantExclusion`;

const result = (name: string, description: string) => `
  "${description}"
  type ${name}QueryResult { offset: Int! count: Int! total: Long! exists: Boolean! results: [${name}!]! }`;

export default /* GraphQL */ `
  type Query {
    "A page of the products of all product selections."
    productSelectionAssignments${pageArguments}: ProductAssignmentQueryResult!
  }

  type InStore {
    "A page of the products of the store's active product selections."
    productSelectionAssignments${pageArguments}: ProductAssignmentQueryResult!
  }

  type ProductSelection {
    "A page of the products."
    productRefs${pageArguments}: ProductOfSelectionQueryResult!
  }

  type Product {
    "A page of the product selections that the product is assigned to."
    productSelectionRefs${pageArguments}: SelectionOfProductQueryResult!
  }
  ${result('ProductOfSelection', 'A page of the products of a product selection.')}
  "A product that was added to a selection, or excluded from it."
  type ProductOfSelection {
    productRef: Reference!
    product: Product${variants}
  }
  ${result('SelectionOfProduct', 'A page of the product selections of a product.')}
  "A product selection that a product is assigned to."
  type SelectionOfProduct {
    productSelectionRef: Reference!
    productSelection: ProductSelection${variants}
    createdAt: DateTime!
    lastModifiedAt: DateTime!
  }
  ${result('ProductAssignment', 'A page of products of product selections.')}
  "A product with one of its product selections."
  type ProductAssignment {
    productRef: Reference!
    product: Product
    productSelectionRef: Reference!
    productSelection: ProductSelection${variants}
  }

  # Clients name the kind and its SKUs at once.
  "The variants that a product selection includes: exactly one field is given."
  input ProductVariantSelectionDraft {
    "Only the variants with these SKUs."
    includeOnly: [String!]
    "All variants but those with these SKUs."
    includeAllExcept: [String!]
  }
`;
