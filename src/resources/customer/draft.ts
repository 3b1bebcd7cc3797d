import type { Context } from '../../engine/define/Context.js';
import { creation } from '../../engine/define/defineResource.js';
import type { CreationResult } from '../../engine/define/Creation.js';
import { fail } from '../../errors/ApiError.js';
import { customFieldsOf } from '../shared/customFields.js';
import { dateOf } from '../shared/fieldValue.js';
import { addressMembersOf } from './addresses.js';
import { toGroupAssignments } from './groupAssignments.js';
import { type Customer, CustomerDraft, OwnCustomerDraft } from './members.js';
import { assertPassword, maskedPassword } from './password.js';
import { toStoreReferences } from '../shared/toStoreReferences.js';

/** Refuses a locale that is not a language of the project. */
export const projectLocale = (locale: string | undefined, { project }: Context): string | undefined => {
  if (locale !== undefined && !project.languages.includes(locale))
    throw fail('ProjectNotConfiguredForLanguages', { languages: [locale] });
  return locale;
};

/** Requires a password, unless another service authenticates the customer. */
const maskedPasswordOf = ({ password, authenticationMode = 'Password' }: CustomerDraft): string | undefined => {
  if (authenticationMode === 'ExternalAuth') return undefined;
  if (password === undefined)
    throw fail('RequiredField', {
      field: 'password',
      expected: 'a password, unless the authenticationMode is ExternalAuth',
    });
  assertPassword(password);
  return maskedPassword;
};

/** Applies the draft; beforeCommit.ts hashes the password after all other checks (CUST086). */
const createCustomer = (draft: CustomerDraft, context: Context): CreationResult<Customer> => {
  const {
    key,
    customerNumber,
    externalId,
    email,
    firstName,
    lastName,
    middleName,
    title,
    companyName,
    vatId,
    salutation,
    isEmailVerified = false,
  } = draft;
  return {
    members: {
      key,
      customerNumber,
      externalId,
      email,
      password: maskedPasswordOf(draft),
      firstName,
      lastName,
      middleName,
      title,
      dateOfBirth: dateOf(draft.dateOfBirth, 'dateOfBirth'),
      companyName,
      vatId,
      ...addressMembersOf(draft, context),
      isEmailVerified,
      customerGroup: draft.customerGroup && context.reference('customer-group', draft.customerGroup),
      customerGroupAssignments: toGroupAssignments(draft.customerGroupAssignments ?? [], context),
      custom: customFieldsOf(draft.custom, 'customer', context),
      locale: projectLocale(draft.locale, context),
      salutation,
      stores: toStoreReferences(draft.stores ?? [], context),
      authenticationMode: draft.authenticationMode ?? 'Password',
    },
    messages: customer => [{ type: 'CustomerCreated', customer }],
  };
};

export const customerCreation = creation<Customer, typeof CustomerDraft>(CustomerDraft, createCustomer);
export const ownCustomerCreation = creation<Customer, typeof OwnCustomerDraft>(OwnCustomerDraft, createCustomer);
