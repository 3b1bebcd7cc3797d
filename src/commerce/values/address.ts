import type { Static } from '@sinclair/typebox';
import { CountryCode, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Named } from '../../engine/schema/Named.js';

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

export const AddressDraft = Named('AddressDraft', Shape({ ...members, custom: Optional(CustomFieldsDraft) }), {
  input: 'AddressInput',
});
export const Address = Named(
  'Address',
  Shape({ ...members, custom: Optional(CustomFields) }, { customFieldHolders: { custom: 'address' } }),
);

export type AddressDraft = Static<typeof AddressDraft>;
export type Address = Static<typeof Address>;
