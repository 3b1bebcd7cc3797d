/** Update actions of customers, one optional member an action: CUST053 to CUST079. */
export default /* GraphQL */ `
  input CustomerUpdateAction {
    setFirstName: SetCustomerFirstName
    setLastName: SetCustomerLastName
    setMiddleName: SetCustomerMiddleName
    setTitle: SetCustomerTitle
    setSalutation: SetCustomerSalutation
    changeEmail: ChangeCustomerEmail
    addAddress: AddCustomerAddress
    changeAddress: ChangeCustomerAddress
    removeAddress: RemoveCustomerAddress
    setDefaultShippingAddress: SetCustomerDefaultShippingAddress
    setDefaultBillingAddress: SetCustomerDefaultBillingAddress
    addShippingAddressId: AddCustomerShippingAddressId
    removeShippingAddressId: RemoveCustomerShippingAddressId
    addBillingAddressId: AddCustomerBillingAddressId
    removeBillingAddressId: RemoveCustomerBillingAddressId
    setCustomerGroup: SetCustomerCustomerGroup
    setCustomerNumber: SetCustomerNumber
    setExternalId: SetCustomerExternalId
    setDateOfBirth: SetCustomerDateOfBirth
    setCompanyName: SetCustomerCompanyName
    setVatId: SetCustomerVatId
    setLocale: SetCustomerLocale
    setKey: SetCustomerKey
    setCustomType: SetCustomerCustomType
    setCustomField: SetCustomerCustomField
  }

  "The same without what customers do not choose themselves."
  input MyCustomerUpdateAction {
    setFirstName: SetCustomerFirstName
    setLastName: SetCustomerLastName
    setMiddleName: SetCustomerMiddleName
    setTitle: SetCustomerTitle
    setSalutation: SetCustomerSalutation
    changeEmail: ChangeCustomerEmail
    addAddress: AddCustomerAddress
    changeAddress: ChangeCustomerAddress
    removeAddress: RemoveCustomerAddress
    setDefaultShippingAddress: SetCustomerDefaultShippingAddress
    setDefaultBillingAddress: SetCustomerDefaultBillingAddress
    addShippingAddressId: AddCustomerShippingAddressId
    removeShippingAddressId: RemoveCustomerShippingAddressId
    addBillingAddressId: AddCustomerBillingAddressId
    removeBillingAddressId: RemoveCustomerBillingAddressId
    setDateOfBirth: SetCustomerDateOfBirth
    setCompanyName: SetCustomerCompanyName
    setVatId: SetCustomerVatId
    setLocale: SetCustomerLocale
    setCustomType: SetCustomerCustomType
    setCustomField: SetCustomerCustomField
  }

  input SetCustomerFirstName { firstName: String }
  input SetCustomerLastName { lastName: String }
  input SetCustomerMiddleName { middleName: String }
  input SetCustomerTitle { title: String }
  input SetCustomerSalutation { salutation: String }
  input ChangeCustomerEmail { email: String! }
  input AddCustomerAddress { address: AddressInput! }
  input ChangeCustomerAddress { addressId: String! address: AddressInput! }
  input RemoveCustomerAddress { addressId: String! }
  input SetCustomerDefaultShippingAddress { addressId: String }
  input SetCustomerDefaultBillingAddress { addressId: String }
  input AddCustomerShippingAddressId { addressId: String! }
  input RemoveCustomerShippingAddressId { addressId: String! }
  input AddCustomerBillingAddressId { addressId: String! }
  input RemoveCustomerBillingAddressId { addressId: String! }
  input SetCustomerCustomerGroup { customerGroup: ResourceIdentifierInput }
  input SetCustomerNumber { customerNumber: String }
  input SetCustomerExternalId { externalId: String }
  input SetCustomerDateOfBirth { dateOfBirth: Date }
  input SetCustomerCompanyName { companyName: String }
  input SetCustomerVatId { vatId: String }
  input SetCustomerLocale { locale: Locale }
  input SetCustomerKey { key: String }
  input SetCustomerCustomType { typeId: String typeKey: String type: ResourceIdentifierInput fields: [CustomFieldInput!] }
  input SetCustomerCustomField { name: String! value: String }
`;
