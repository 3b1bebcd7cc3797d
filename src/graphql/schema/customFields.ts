/** Custom fields: raw, by their Type, and as a list of typed fields. */

/** Fields for the resources that the value of an attribute or a custom field refers to. */
export const referencedResources = `"The resource that the value refers to; null for other values."
    referencedResource: ReferenceExpandable
    "The resources that a set of references refers to."
    referencedResourceSet: [ReferenceExpandable]!`;

export default /* GraphQL */ `
  type RawCustomField {
    name: String!
    value: Json!
    ${referencedResources}
  }

  "The custom fields of a resource together with what defines them."
  type Type {
    typeRef: Reference!
    type: TypeDefinition
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
  }

  "The custom fields of a resource together with what defines them."
  type CustomFieldsType {
    typeRef: Reference!
    type: TypeDefinition
    customFieldsRaw(includeNames: [String!], excludeNames: [String!]): [RawCustomField!]
    customFieldList(includeNames: [String!], excludeNames: [String!]): [CustomField!]
  }

  "One custom field; which of the types below it is, its definition says."
  interface CustomField {
    name: String!
    value: Json!
  }
  type BooleanField implements CustomField { name: String! value: Json! booleanValue: Boolean! }
  type NumberField implements CustomField { name: String! value: Json! numberValue: Float! }
  type StringField implements CustomField { name: String! value: Json! stringValue: String! }
  type LocalizedStringField implements CustomField {
    name: String!
    "All texts by language, or the one in a language."
    value(locale: Locale): Json!
    localizedValue(locale: Locale, acceptLanguage: [Locale!]): String
    localizedValueAllLocales: [LocalizedString!]
  }
  type EnumField implements CustomField { name: String! value: Json! key: String! label: String }
  type LocalizedEnumField implements CustomField {
    name: String!
    value: Json!
    key: String!
    label(locale: Locale, acceptLanguage: [Locale!]): String
    labelAllLocales: [LocalizedString!]
  }
  type MoneyField implements CustomField {
    name: String!
    value: Json!
    moneyValue: Money!
    centAmount: Long!
    currencyCode: Currency!
  }
  type DateField implements CustomField { name: String! value: Json! dateValue: Date! }
  type TimeField implements CustomField { name: String! value: Json! timeValue: Time! }
  type DateTimeField implements CustomField { name: String! value: Json! dateTimeValue: DateTime! }
  type ReferenceField implements CustomField {
    name: String!
    value: Json!
    referenceValue: Reference!
    typeId: String!
    id: String!
  }
  type SetField implements CustomField { name: String! value: Json! elementType: String! values: [Json!]! }

  "A field's value as JSON text: \\"\\\\\\"text\\\\\\"\\", \\"12\\", \\"true\\"."
  input CustomFieldInput {
    name: String!
    value: String!
  }

  "The Type by its id, its key, or an identifier: one of the three."
  input CustomFieldsDraft {
    typeId: String
    typeKey: String
    type: ResourceIdentifierInput
    fields: [CustomFieldInput!]
  }
`;
