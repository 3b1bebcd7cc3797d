import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import type { CreationResult } from '../../../engine/define/Creation.js';
import { fail, requiredField } from '../../../base/errors/ApiError.js';
import { customFieldsOf } from '../shared/customFields.js';
import { dateOf } from '../shared/fieldValue.js';
import { addressMembersOf } from './addresses.js';
import { toGroupAssignments } from './groups.js';
import { type Customer, CustomerDraft, OwnCustomerDraft } from './members.js';
import { assertPassword, maskedPassword } from './password.js';
import { toStoreReferences } from '../shared/references.js';

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
    throw requiredField('password', 'a password, unless the authenticationMode is ExternalAuth');
  assertPassword(password);
  return maskedPassword;
};

/** Applies the draft; beforeCommit.ts hashes the password after all other checks (CUST086). */
const createCustomer = (given: CustomerDraft, context: Context): CreationResult<Customer> => {
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
  } = given;
  return {
    members: {
      key,
      customerNumber,
      externalId,
      email,
      password: maskedPasswordOf(given),
      firstName,
      lastName,
      middleName,
      title,
      dateOfBirth: dateOf(given.dateOfBirth, 'dateOfBirth'),
      companyName,
      vatId,
      ...addressMembersOf(given, context),
      isEmailVerified,
      customerGroup: given.customerGroup && context.reference('customer-group', given.customerGroup),
      customerGroupAssignments: toGroupAssignments(given.customerGroupAssignments ?? [], context),
      custom: customFieldsOf(given.custom, 'customer', context),
      locale: projectLocale(given.locale, context),
      salutation,
      stores: toStoreReferences(given.stores ?? [], context),
      authenticationMode: given.authenticationMode ?? 'Password',
    },
    messages: customer => [{ type: 'CustomerCreated', customer }],
  };
};

export const draft = creation<Customer, typeof CustomerDraft>(CustomerDraft, createCustomer);
export const ownDraft = creation<Customer, typeof OwnCustomerDraft>(OwnCustomerDraft, createCustomer);
