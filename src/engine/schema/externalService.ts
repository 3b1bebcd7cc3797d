/** The address of an external service, and the header that authenticates the project there. */
import { invalidField } from '../../base/errors/ApiError.js';
import { Type } from './Type.js';

const urlLengthMax = 2_048;
const headerLengthMax = 4_096;

/** A URL without a fragment, and without a user name or password, which every reader of the resource would see. */
export const ServiceUrl = Type.String({
  maxLength: urlLengthMax,
  pattern: '^https?://[^\\s/?#@]+([/?][^\\s#]*)?$',
  description: 'a URL that begins with http:// or https://, without user name, password and fragment',
});

/** A header value: visible ASCII without spaces at its ends. */
export const HeaderValue = Type.String({
  maxLength: headerLengthMax,
  pattern: '^[!-~]([ -~]*[!-~])?$',
  description: 'the value of a header: printable ASCII characters without spaces at its ends',
});

/** Replaces a secret in responses. */
export const masked = '****';

/** Masks the secret in a header value and keeps the scheme before it. */
export const maskedHeader = (value: string): string => `${value.slice(0, value.indexOf(' ') + 1)}${masked}`;

/** A program that sends back what it has read would make the mask the secret. */
export const assertUnmasked = (field: string, value: string): void => {
  if (value === maskedHeader(value))
    throw invalidField(field, value, `Responses show '${masked}' in place of a secret; expected the secret itself.`);
};
