/** Fields of messages in addition to their declared members: the payload, and the identifiers of the resource. */
export default /* GraphQL */ `
  type Message {
    "What happened, by the type of the message."
    payload: MessagePayload!
    "The values that identify the resource for users, such as its key or order number."
    userProvidedIdentifiers: UserProvidedIdentifiers
  }

  "The values that identify a resource for users."
  type UserProvidedIdentifiers {
    key: String
    externalId: String
    orderNumber: String
    customerNumber: String
    sku: String
    slug(locale: Locale, acceptLanguage: [Locale!]): String
    slugAllLocales: [LocalizedString!]
  }

  "What a message tells; each type of messages is a type of its own."
  interface MessagePayload {
    type: String!
  }
  "The payload of a message whose type clients do not know."
  type OtherMessagePayload implements MessagePayload {
    type: String!
    "The members of the message as HTTP shows them."
    members: Json!
  }

  # Members of the resource that the message is about.
  type OrderStateChanged { orderId: String }
  type PaymentStatusInterfaceCodeSet { paymentId: String }
  type StoreCreated { productSelectionsRef: [Reference!] }

  "A product as it was, with its staged or its current data."
  type ProductProjectionMessagePayload {
    categoryOrderHints: [CategoryOrderHint!]!
    searchKeywords: [SearchKeywords!]!
    attributes: [RawProductAttribute!]!
  }
`;
