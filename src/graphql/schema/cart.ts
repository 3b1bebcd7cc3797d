/** Carts as they are read. */
import { basketFields } from './basket.js';

export default /* GraphQL */ `
  type Cart implements Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
    key: String
    ${basketFields.trim()}
    totalLineItemQuantity: Int
    cartState: CartState!
    freezeStrategy: FreezeStrategy
    deleteDaysAfterLastModification: Int
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFields: Type
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
    custom: Type
  }

  type CartQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [Cart!]!
  }

  enum CartState { Active Merged Ordered Frozen }
  enum FreezeStrategy { SoftFreeze HardFreeze }
  enum CartOrigin { Customer Merchant Quote }
  enum ShippingMode { Single Multiple }
  enum TaxMode { Platform External ExternalAmount Disabled }
  enum RoundingMode { HalfEven HalfUp HalfDown }
  enum TaxCalculationMode { LineItemLevel UnitPriceLevel }
`;
