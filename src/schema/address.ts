import type { Static } from '@sinclair/typebox';
import { CountryCode, Optional, Shape, Text } from './primitives.js';
import { CustomFields, CustomFieldsDraft } from './customFields.js';

const optionalText = Optional(Text);

const members = {
  id: optionalText,
  key: optionalText,
  title: optionalText,
  salutation: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  streetName: optionalText,
  streetNumber: optionalText,
  additionalStreetInfo: optionalText,
  postalCode: optionalText,
  city: optionalText,
  region: optionalText,
  state: optionalText,
  country: CountryCode,
  company: optionalText,
  department: optionalText,
  building: optionalText,
  apartment: optionalText,
  pOBox: optionalText,
  phone: optionalText,
  mobile: optionalText,
  email: optionalText,
  fax: optionalText,
  additionalAddressInfo: optionalText,
  externalId: optionalText,
};

export const AddressDraft = Shape({ ...members, custom: Optional(CustomFieldsDraft) });
export const Address = Shape(
  { ...members, custom: Optional(CustomFields) },
  { customFieldHolders: { custom: 'address' } },
);

export type AddressDraft = Static<typeof AddressDraft>;
export type Address = Static<typeof Address>;
