/** Drafts of sign-up and sign-in (CUST039 to CUST052), with the types of the declared drafts. */
import { CustomerSignin, MyCustomerSignin } from '../../resources/customer/commands/signIn.js';
import { CustomerDraft, MyCustomerDraft } from '../../resources/customer/members.js';
import { fieldsSdl } from './deriveSdl.js';

const personFields = [
  'email',
  // A customer of the API may have no password; a customer that signs up has one.
  'password: String!',
  'firstName',
  'lastName',
  'middleName',
  'title',
  'dateOfBirth',
  'companyName',
  'vatId',
  'addresses = []',
];
const addressFields = ['defaultShippingAddress', 'shippingAddresses = []', 'billingAddresses = []'];
const furtherFields = ['custom', 'locale', 'salutation', 'key'];
const merchantFields = [
  'customerNumber',
  'anonymousCartId',
  'externalId',
  'customerGroup',
  'isEmailVerified',
  'anonymousId',
];

export default /* GraphQL */ `
  input CustomerSignInDraft {
    ${fieldsSdl(CustomerSignin, [
      'email',
      'password',
      'anonymousCartId',
      'anonymousCartSignInMode = MergeWithExistingCustomerCart',
      'anonymousId',
      'updateProductData = false',
    ])}
  }

  input CustomerSignMeInDraft {
    ${fieldsSdl(MyCustomerSignin, [
      'email',
      'password',
      'activeCartSignInMode = MergeWithExistingCustomerCart',
      'updateProductData = false',
    ])}
  }

  input CustomerSignMeUpDraft {
    ${fieldsSdl(MyCustomerDraft, [
      ...personFields,
      '"A position in addresses, as are the three that follow." defaultBillingAddress',
      ...addressFields,
      ...furtherFields,
    ])}
  }

  input CustomerSignUpDraft {
    ${fieldsSdl(CustomerDraft, [
      ...personFields,
      'defaultBillingAddress',
      ...addressFields,
      ...furtherFields,
      ...merchantFields,
    ])}
  }
`;
