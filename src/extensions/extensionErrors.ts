import type { ExtensionIdentity } from '../engine/ExtensionCall.js';
import { type ApiError, errorEntry, failAll } from '../errors/ApiError.js';

const identityFields = ({ id, key }: ExtensionIdentity) => ({ extensionId: id, extensionKey: key });

/** The error of an extension that did not answer (ERR037). */
export const noResponseError = (extension: ExtensionIdentity, message: string): ApiError =>
  failAll([
    {
      ...errorEntry('ExtensionNoResponse', { message, ...identityFields(extension) }),
      errorByExtension: extension,
    },
  ]);

/** The error of an extension whose response cannot be used (ERR035). */
export const invalidResponseError = (extension: ExtensionIdentity, received: string, status?: number): ApiError => {
  const message =
    'The answer of the extension cannot be used: expected status 200 or 201 with JSON that may hold actions, ' +
    `or 400 with errors; got ${received}.`;
  const fields = { message, ...identityFields(extension), extensionStatusCode: status, extensionErrors: [] };
  return failAll([{ ...errorEntry('ExtensionBadResponse', fields), errorByExtension: extension }]);
};
