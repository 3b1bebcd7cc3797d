/** Carts, and enums that carts and orders share. */
import { basketFields } from './basket.js';
import { CartMembers, CartState, FreezeStrategy } from '../../resources/shared/cartMembers.js';
import { CartOrigin, ShippingMode } from '../../resources/shared/basketEnums.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { enumSdl, otherScalarsSdl } from './deriveSdl.js';

const cartFields = /* GraphQL */ `
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
`;

export default /* GraphQL */ `
  type Cart implements Versioned {
    ${cartFields.trim()}
    ${otherScalarsSdl(CartMembers, cartFields)}
  }

  type CartQueryResult {
    offset: Int!
    count: Int!
    total: Long!
    results: [Cart!]!
  }

  ${enumSdl('CartState', CartState)}
  ${enumSdl('FreezeStrategy', FreezeStrategy)}
  ${enumSdl('CartOrigin', CartOrigin)}
  ${enumSdl('ShippingMode', ShippingMode)}
  ${enumSdl('TaxMode', TaxMode)}
  ${enumSdl('RoundingMode', RoundingMode)}
  ${enumSdl('TaxCalculationMode', TaxCalculationMode)}
`;
