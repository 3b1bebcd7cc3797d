import { Type, type Static } from '@sinclair/typebox';
import { Shape } from '../types/basic.js';

const urlLengthMax = 2_048;
const headerLengthMax = 4_096;

/** Where a project's external tokens are introspected (RFC 7662), and how the service proves itself there. */
export const ExternalOAuth = Shape({
  url: Type.String({ maxLength: urlLengthMax, pattern: '^https?://[^\\s/?#]+([/?][^\\s#]*)?$' }),
  /** A header's value: visible ASCII, no space at either end. */
  authorizationHeader: Type.String({ maxLength: headerLengthMax, pattern: '^[!-~]([ -~]*[!-~])?$' }),
});

export type ExternalOAuth = Static<typeof ExternalOAuth>;

/** The scheme stays readable, the secret behind it does not. */
export const masked = ({ url, authorizationHeader }: ExternalOAuth): ExternalOAuth => {
  const space = authorizationHeader.indexOf(' ');
  return { url, authorizationHeader: `${authorizationHeader.slice(0, space + 1)}****` };
};
