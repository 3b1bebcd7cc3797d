/** How a project names another service, and proves itself there. */
import { Type } from '@sinclair/typebox';

const urlLengthMax = 2_048;
const headerLengthMax = 4_096;

/** Without a fragment, and without a name or password, which would be shown to whoever reads the resource. */
export const ServiceUrl = Type.String({ maxLength: urlLengthMax, pattern: '^https?://[^\\s/?#@]+([/?][^\\s#]*)?$' });

/** A header's value: visible ASCII, no space at either end. */
export const HeaderValue = Type.String({ maxLength: headerLengthMax, pattern: '^[!-~]([ -~]*[!-~])?$' });

export const masked = '****';

/** The scheme stays readable, the secret behind it does not. */
export const maskedHeader = (value: string): string => `${value.slice(0, value.indexOf(' ') + 1)}${masked}`;
