/** Types that no resource type declares: scalars, references, texts in several languages, and money of both kinds. */
export default /* GraphQL */ `
  "An integer of up to 53 bits."
  scalar Long
  "YYYY-MM-DD"
  scalar Date
  "hh:mm:ss.sss"
  scalar Time
  "ISO 8601, UTC with milliseconds."
  scalar DateTime
  "An IETF language tag."
  scalar Locale
  "ISO 3166-1 alpha-2."
  scalar Country
  "ISO 4217."
  scalar Currency
  "Any JSON value."
  scalar Json

  interface Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
  }

  type Reference {
    typeId: String!
    id: String!
  }

  type KeyReference {
    typeId: String!
    key: String!
  }

  "The key of a store."
  scalar KeyReferenceInput

  input ReferenceInput {
    typeId: String!
    id: String!
  }

  input LocalizedStringItemInputType {
    locale: Locale!
    value: String!
  }

  input ResourceIdentifierInput {
    typeId: String
    id: String
    key: String
  }

  type LocalizedString {
    locale: Locale!
    value: String!
  }

  interface BaseMoney {
    type: String!
    currencyCode: Currency!
    centAmount: Long!
    fractionDigits: Int!
  }
  type Money implements BaseMoney { type: String! currencyCode: Currency! centAmount: Long! fractionDigits: Int! }
  type HighPrecisionMoney implements BaseMoney { type: String! currencyCode: Currency! centAmount: Long! fractionDigits: Int! preciseAmount: Long! }

  input MoneyInput { currencyCode: Currency! centAmount: Long! }
  input HighPrecisionMoneyInput { currencyCode: Currency! preciseAmount: Long! fractionDigits: Int! centAmount: Long }
  "One of the two."
  input BaseMoneyInput { centPrecision: MoneyInput highPrecision: HighPrecisionMoneyInput }
`;
