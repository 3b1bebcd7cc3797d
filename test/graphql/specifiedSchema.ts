/**
 * The types, inputs, update actions and operations of the GraphQL schema as the specification lists them, with their
 * clauses.
 */
export type Shape = Readonly<Record<string, string>>;

const strings = (...names: string[]): Shape => Object.fromEntries(names.map(name => [name, 'String']));

const addressNames = [
  'id',
  'title',
  'salutation',
  'firstName',
  'lastName',
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'postalCode',
  'city',
  'region',
  'state',
  'company',
  'department',
  'building',
  'apartment',
  'pOBox',
  'additionalAddressInfo',
  'externalId',
  'key',
];
const contact = strings('phone', 'mobile', 'email', 'fax');
const queryResult = (type: string): Shape => ({
  offset: 'Int!',
  count: 'Int!',
  total: 'Long!',
  results: `[${type}!]!`,
});

/** The types of the specification; `added` are fields that only this service has. */
export const specifiedTypes: Readonly<
  Record<string, { readonly clauses: string; readonly fields: Shape; readonly added?: Shape }>
> = {
  Customer: {
    clauses:
      'CUST002 CUST003 CUST004 CUST005 CUST006 CUST007 CUST008 CUST009 CUST010 CUST011 CUST012 CUST013 CUST014 ' +
      'CUST015 CUST016 CUST017 CUST018 CUST019 CUST020 CUST021 CUST024 CUST025',
    fields: {
      id: 'String!',
      version: 'Long!',
      customerNumber: 'String',
      email: 'String!',
      password: 'String!',
      addresses: '[Address!]!',
      ...strings('defaultShippingAddressId', 'defaultBillingAddressId'),
      shippingAddressIds: '[String!]!',
      billingAddressIds: '[String!]!',
      isEmailVerified: 'Boolean!',
      customerGroupRef: 'Reference',
      ...strings('externalId', 'key'),
      dateOfBirth: 'Date',
      ...strings('companyName', 'vatId'),
      createdAt: 'DateTime!',
      lastModifiedAt: 'DateTime!',
      lastMessageSequenceNumber: 'Long!',
      ...strings('firstName', 'lastName', 'middleName', 'title', 'salutation'),
      locale: 'Locale',
      customerGroup: 'CustomerGroup',
      defaultShippingAddress: 'Address',
      defaultBillingAddress: 'Address',
      shippingAddresses: '[Address!]!',
      billingAddresses: '[Address!]!',
      customFieldsRaw: '(includeNames: [String!], excludeNames: [String!]) [RawCustomField!]',
      customFields: 'Type',
      customFieldList: '(includeNames: [String!], excludeNames: [String!]) [CustomField!]',
    },
    added: { createdBy: 'Initiator', lastModifiedBy: 'Initiator' },
  },
  Address: {
    clauses: 'CUST026 CUST027 CUST028 CUST029 CUST030',
    fields: { ...strings(...addressNames), country: 'Country!', contactInfo: 'AddressContactInfo!' },
  },
  AddressContactInfo: { clauses: 'CUST031', fields: contact },
  AddressInput: {
    clauses: 'CUST032 CUST033',
    fields: { ...strings(...addressNames), ...contact, country: 'Country!' },
  },
  CustomerQueryResult: { clauses: 'CUST034', fields: queryResult('Customer') },
  CustomerToken: {
    clauses: 'CUST035',
    fields: { id: 'String!', customerId: 'String!', value: 'String!', createdAt: 'DateTime!', expiresAt: 'DateTime!' },
  },
  CustomerSignInResult: { clauses: 'CUST036', fields: { customer: 'Customer!' }, added: { cart: 'Cart' } },
  Me: { clauses: 'CUST037', fields: { customer: 'Customer' } },
  OrderQueryResult: { clauses: '', fields: queryResult('Order') },
  CartQueryResult: { clauses: '', fields: queryResult('Cart') },
  StateQueryResult: { clauses: '', fields: queryResult('State') },
  Reference: { clauses: 'GEN037', fields: { typeId: 'String!', id: 'String!' } },
  ResourceIdentifierInput: { clauses: 'GEN039', fields: strings('typeId', 'id', 'key') },
};

const signMeUp: Shape = {
  email: 'String!',
  password: 'String!',
  ...strings('firstName', 'lastName', 'middleName', 'title', 'companyName', 'vatId', 'salutation', 'key'),
  dateOfBirth: 'Date',
  locale: 'Locale',
  custom: 'CustomFieldsDraft',
  addresses: '[AddressInput!] = []',
  defaultBillingAddress: 'Int',
  defaultShippingAddress: 'Int',
  shippingAddresses: '[Int!] = []',
  billingAddresses: '[Int!] = []',
};

export const specifiedInputs: Readonly<Record<string, { readonly clauses: string; readonly fields: Shape }>> = {
  CustomerSignInDraft: {
    clauses: 'CUST039 CUST040 CUST041 CUST042',
    fields: {
      email: 'String!',
      password: 'String!',
      ...strings('anonymousCartId', 'anonymousId'),
      anonymousCartSignInMode: 'AnonymousCartSignInMode = "MergeWithExistingCustomerCart"',
      updateProductData: 'Boolean = false',
    },
  },
  CustomerSignMeInDraft: {
    clauses: 'CUST043 CUST044 CUST045',
    fields: {
      email: 'String!',
      password: 'String!',
      activeCartSignInMode: 'AnonymousCartSignInMode = "MergeWithExistingCustomerCart"',
      updateProductData: 'Boolean = false',
    },
  },
  CustomerSignMeUpDraft: { clauses: 'CUST046 CUST047 CUST048 CUST049 CUST050 CUST051', fields: signMeUp },
  CustomerSignUpDraft: {
    clauses: 'CUST052',
    fields: {
      ...signMeUp,
      ...strings('customerNumber', 'anonymousCartId', 'externalId', 'anonymousId'),
      customerGroup: 'ResourceIdentifierInput',
      isEmailVerified: 'Boolean',
    },
  },
};

const addressId = { addressId: 'String' };
const requiredAddressId = { addressId: 'String!' };

/** Each update action with its fields, and the name of its input type where the specification names it. */
export const specifiedActions: Readonly<
  Record<
    string,
    { readonly clause: string; readonly fields: Shape; readonly input?: string; readonly merchantOnly?: true }
  >
> = {
  setFirstName: { clause: 'CUST054', fields: strings('firstName'), input: 'SetCustomerFirstName' },
  setLastName: { clause: 'CUST055', fields: strings('lastName'), input: 'SetCustomerLastName' },
  setMiddleName: { clause: 'CUST056', fields: strings('middleName'), input: 'SetCustomerMiddleName' },
  setTitle: { clause: 'CUST057', fields: strings('title'), input: 'SetCustomerTitle' },
  setSalutation: { clause: 'CUST058', fields: strings('salutation'), input: 'SetCustomerSalutation' },
  changeEmail: { clause: 'CUST059', fields: { email: 'String!' }, input: 'ChangeCustomerEmail' },
  addAddress: { clause: 'CUST060', fields: { address: 'AddressInput!' }, input: 'AddCustomerAddress' },
  changeAddress: {
    clause: 'CUST061',
    fields: { addressId: 'String!', address: 'AddressInput!' },
    input: 'ChangeCustomerAddress',
  },
  removeAddress: { clause: 'CUST062', fields: requiredAddressId, input: 'RemoveCustomerAddress' },
  setDefaultShippingAddress: { clause: 'CUST063', fields: addressId },
  setDefaultBillingAddress: { clause: 'CUST064', fields: addressId },
  addShippingAddressId: { clause: 'CUST065', fields: requiredAddressId },
  removeShippingAddressId: { clause: 'CUST066', fields: requiredAddressId },
  addBillingAddressId: { clause: 'CUST067', fields: requiredAddressId },
  removeBillingAddressId: { clause: 'CUST068', fields: requiredAddressId },
  setCustomerGroup: {
    clause: 'CUST069',
    fields: { customerGroup: 'ResourceIdentifierInput' },
    input: 'SetCustomerCustomerGroup',
    merchantOnly: true,
  },
  setCustomerNumber: { clause: 'CUST070', fields: strings('customerNumber'), merchantOnly: true },
  setExternalId: { clause: 'CUST071', fields: strings('externalId'), merchantOnly: true },
  setDateOfBirth: { clause: 'CUST072', fields: { dateOfBirth: 'Date' } },
  setCompanyName: { clause: 'CUST073', fields: strings('companyName') },
  setVatId: { clause: 'CUST074', fields: strings('vatId') },
  setLocale: { clause: 'CUST075', fields: { locale: 'Locale' } },
  setKey: { clause: 'CUST076', fields: strings('key'), merchantOnly: true },
  setCustomType: {
    clause: 'CUST077',
    fields: { ...strings('typeId', 'typeKey'), type: 'ResourceIdentifierInput', fields: '[CustomFieldInput!]' },
  },
  setCustomField: { clause: 'CUST078', fields: { name: 'String!', value: 'String' } },
};

const page = '(where: String, sort: [String!], limit: Int, offset: Int)';
const erasure = 'personalDataErasure: Boolean = false';
const newPassword = 'currentPassword: String!, newPassword: String!';

export const specifiedOperations: Readonly<
  Record<'Query' | 'Mutation', Readonly<Record<string, readonly [clauses: string, signature: string]>>>
> = {
  Query: {
    customer: ['CUST081', '(id: String, key: String, emailToken: String, passwordToken: String) Customer'],
    customers: ['CUST083', `${page} CustomerQueryResult!`],
    me: ['CUST084', 'Me'],
    order: ['', '(id: String, orderNumber: String) Order'],
    orders: ['', `${page} OrderQueryResult!`],
    cart: ['', '(id: String, key: String) Cart'],
    carts: ['', `${page} CartQueryResult!`],
    state: ['', '(id: String, key: String) State'],
    states: ['', `${page} StateQueryResult!`],
  },
  Mutation: {
    customerSignUp: ['CUST086', '(draft: CustomerSignUpDraft!) CustomerSignInResult!'],
    customerSignMeUp: ['CUST087', '(draft: CustomerSignMeUpDraft!) CustomerSignInResult!'],
    customerSignIn: ['CUST088', '(draft: CustomerSignInDraft!) CustomerSignInResult!'],
    customerSignMeIn: ['CUST089', '(draft: CustomerSignMeInDraft!) CustomerSignInResult!'],
    customerChangePassword: ['CUST090', `(id: String!, version: Long!, ${newPassword}) Customer`],
    customerChangeMyPassword: ['CUST091', `(version: Long!, ${newPassword}) Customer`],
    customerCreatePasswordResetToken: ['CUST092', '(email: String!, ttlMinutes: Int) CustomerToken'],
    customerResetPassword: ['CUST093', '(version: Long, tokenValue: String!, newPassword: String!) Customer'],
    customerResetMyPassword: ['CUST094', '(tokenValue: String!, newPassword: String!) Customer'],
    customerCreateEmailVerificationToken: ['CUST095', '(id: String!, version: Long, ttlMinutes: Int!) CustomerToken!'],
    customerConfirmEmail: ['CUST096', '(version: Long, tokenValue: String!) Customer'],
    customerConfirmMyEmail: ['CUST098', '(tokenValue: String!) Customer'],
    updateCustomer: [
      'CUST099',
      '(id: String, key: String, version: Long!, actions: [CustomerUpdateAction!]!) Customer',
    ],
    updateMyCustomer: ['CUST100', '(version: Long!, actions: [MyCustomerUpdateAction!]!) Customer'],
    deleteCustomer: ['CUST101', `(id: String, key: String, version: Long!, ${erasure}) Customer`],
    deleteMyCustomer: ['CUST102', `(version: Long!, ${erasure}) Customer`],
  },
};

/** The values of enumerations of orders, carts and states. */
export const specifiedEnums: Readonly<Record<string, readonly string[]>> = {
  OrderState: ['Open', 'Confirmed', 'Complete', 'Cancelled'],
  ShipmentState: ['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder'],
  PaymentState: ['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid'],
  ShippingMode: ['Single', 'Multiple'],
  InventoryMode: ['None', 'TrackOnly', 'ReserveOnOrder', 'ReserveOnCart'],
  CartOrigin: ['Customer', 'Merchant', 'Quote'],
  TaxMode: ['Platform', 'External', 'ExternalAmount', 'Disabled'],
  RoundingMode: ['HalfEven', 'HalfUp', 'HalfDown'],
  TaxCalculationMode: ['LineItemLevel', 'UnitPriceLevel'],
  CartState: ['Active', 'Merged', 'Ordered', 'Frozen'],
  FreezeStrategy: ['SoftFreeze', 'HardFreeze'],
  StateType: [
    'OrderState',
    'LineItemState',
    'ProductState',
    'ReviewState',
    'PaymentState',
    'QuoteRequestState',
    'StagedQuoteState',
    'QuoteState',
  ],
};
