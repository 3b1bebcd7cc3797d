/** Money, prices and taxes. */
export default /* GraphQL */ `
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

  type ProductPrice {
    id: String
    key: String
    value: BaseMoney!
    country: Country
    customerGroup: CustomerGroup
    customerGroupRef: Reference
    channel: Channel
    channelRef: Reference
    validFrom: DateTime
    validUntil: DateTime
    discounted: DiscountedProductPriceValue
    tiers: [ProductPriceTier!]
    custom: Type
  }
  type DiscountedProductPriceValue { value: BaseMoney! discountRef: Reference }
  type ProductPriceTier { minimumQuantity: Long! value: BaseMoney! }

  type TaxRate {
    id: String
    key: String
    name: String!
    amount: Float!
    includedInPrice: Boolean!
    country: Country!
    state: String
    subRates: [SubRate!]!
  }
  type SubRate { name: String! amount: Float! }
  type TaxedPrice { totalNet: Money! totalGross: Money! totalTax: Money taxPortions: [TaxPortion!]! }
  type TaxPortion { name: String rate: Float! amount: Money! }

  type DiscountedPrice { value: BaseMoney! includedDiscounts: [DiscountPortion!]! }
  type DiscountedPricePerQuantity { quantity: Long! discountedPrice: DiscountedPrice! }
  type DiscountPortion { discountRef: Reference discountedAmount: Money! }
  type DiscountOnTotalPrice { discountedAmount: Money! includedDiscounts: [DiscountPortion!]! }
`;
