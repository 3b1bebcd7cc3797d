/** The members of customers that their page shows. */
import type { Reference, Resource } from '../api/Resource';

export interface Customer extends Resource {
  readonly email: string;
  readonly isEmailVerified?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly customerNumber?: string;
  readonly salutation?: string;
  readonly vatId?: string;
  readonly dateOfBirth?: string;
  readonly customerGroup?: Reference;
  readonly stores?: readonly unknown[];
  readonly addresses: readonly ({ readonly id?: string } & Readonly<Record<string, unknown>>)[];
  readonly defaultShippingAddressId?: string;
  readonly defaultBillingAddressId?: string;
  readonly authenticationMode?: string;
  readonly custom?: { readonly type: Reference; readonly fields: Readonly<Record<string, unknown>> };
}
