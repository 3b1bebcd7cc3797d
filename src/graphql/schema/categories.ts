/** What clients know of categories beside their declared members. */
export default /* GraphQL */ `
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
