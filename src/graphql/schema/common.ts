/** Types that no resource type declares: scalars, references, texts in several languages, and both kinds of money. */
export default /* GraphQL */ `
  "An integer of up to 53 bits."
  scalar Long
  "A date as YYYY-MM-DD."
  scalar Date
  "A time as hh:mm:ss.sss."
  scalar Time
  "A date and time by ISO 8601, in UTC with milliseconds."
  scalar DateTime
  "A language by its IETF tag, such as de-AT."
  scalar Locale
  "A country by ISO 3166-1 alpha-2, such as DE."
  scalar Country
  "A currency by ISO 4217, such as EUR."
  scalar Currency
  "Any JSON value."
  scalar Json
  "A month as YYYY-MM."
  scalar YearMonth

  "A resource, which has a version."
  interface Versioned {
    id: String!
    version: Long!
    createdAt: DateTime!
    lastModifiedAt: DateTime!
    createdBy: Initiator
    lastModifiedBy: Initiator
  }

  "A resource that attributes and custom fields can refer to."
  interface ReferenceExpandable {
    id: String!
  }

  "A resource that reviews are about."
  interface ReviewTarget {
    id: String!
  }
  type Channel implements ReviewTarget { id: String! }
  type Product implements ReviewTarget { id: String! }

  "A stored reference to a resource by its id."
  type Reference {
    typeId: String!
    id: String!
  }

  "A stored reference to a resource by its key."
  type KeyReference {
    typeId: String!
    key: String!
  }

  "A stored reference to a resource by its id."
  type ReferenceId {
    typeId: String!
    id: String!
  }
  "A stored reference to a recurrence policy."
  type RecurrencePolicyRef {
    typeId: String!
    id: String!
  }
  "The product of a discount, which is stored with its id."
  type ProductReferenceIdentifier {
    typeId: String!
    id: String
    key: String
  }
  "A channel of a discount, which is stored with its id."
  type ChannelReferenceIdentifier {
    typeId: String!
    id: String
    key: String
  }

  "The key of a resource, such as a store."
  scalar KeyReferenceInput

  "Identifies a resource by its id."
  input ReferenceInput {
    typeId: String!
    id: String!
  }

  # Users of the hosted product, and associates, do not exist here: clients may select them.
  type Initiator {
    "Always null: there are no users."
    userRef: Reference
    "Always null: there are no associates."
    associateRef: Reference
    "Always null: no client acts for another one."
    attributedTo: Attribution
  }
  "The customer or user that a client acted for."
  type Attribution { clientId: String source: String! userRef: Reference }

  "A text in one language."
  input LocalizedStringItemInputType {
    locale: Locale!
    value: String!
  }

  "Identifies a resource by either \`id\` or \`key\`."
  input ResourceIdentifierInput {
    typeId: String
    id: String
    key: String
  }

  "A text in one language."
  type LocalizedString {
    locale: Locale!
    value: String!
  }

  "An amount of money: whole cents, or with fractions of them."
  interface BaseMoney {
    type: String!
    currencyCode: Currency!
    centAmount: Long!
    fractionDigits: Int!
  }
  "An amount in whole units of the smallest coin, such as cents."
  type Money implements BaseMoney { type: String! currencyCode: Currency! centAmount: Long! fractionDigits: Int! }
  "An amount with fractions of a cent, and the whole cents that it rounds to."
  type HighPrecisionMoney implements
  BaseMoney { type: String! currencyCode: Currency! centAmount: Long! fractionDigits: Int! preciseAmount: Long! }

  "An amount in whole units of the smallest coin, such as cents."
  input MoneyInput { currencyCode: Currency! centAmount: Long! }
  "An amount with fractions of a cent."
  input HighPrecisionMoneyInput { currencyCode: Currency! preciseAmount: Long! fractionDigits: Int! centAmount: Long }
  "Money of either kind: exactly one field is given."
  input BaseMoneyInput { centPrecision: MoneyInput highPrecision: HighPrecisionMoneyInput }
  "An amount in whole units of the smallest coin, such as cents."
  input MoneyDraft { currencyCode: Currency! centAmount: Long! }
  "Money of a discount, as cents or of either kind."
  input CartDiscountValueBaseMoneyInput {
    centPrecision: MoneyInput
    highPrecision: HighPrecisionMoneyInput
    currencyCode: Currency
    centAmount: Long
  }

  "A number of pieces for an item shipping address."
  input ItemShippingAddressTargetDraft { addressKey: String! quantity: Long! }
  "A number of pieces for an item shipping address."
  input ItemShippingAddressTargetDraftType { addressKey: String! quantity: Long! }
`;
