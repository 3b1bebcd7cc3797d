import type { ExtensionIdentity } from '../engine/ExtensionCall.js';
import { type ApiError, errorEntry, failAll } from '../errors/ApiError.js';

/** The extension of an error, and what it was given. */
export interface FailedExtension {
  readonly identity: ExtensionIdentity;
  readonly timeoutMs: number;
}

/**
 * The same text for every failure, whatever was received: whoever creates extensions must not learn what listens at an
 * address. The log tells the operator the reason.
 */
const failureFields = ({ identity: { id, key }, timeoutMs }: FailedExtension) => ({
  message:
    'The extension gave no answer that can be used: expected status 200 or 201 with JSON that may hold actions, or ' +
    `400 with errors, within ${timeoutMs} ms.`,
  extensionId: id,
  extensionKey: key,
});

/** The error of an extension that was not reached or did not answer in time (ERR037). */
export const noResponseError = (failed: FailedExtension): ApiError =>
  failAll([{ ...errorEntry('ExtensionNoResponse', failureFields(failed)), errorByExtension: failed.identity }]);

/** The error of an extension whose response cannot be used (ERR035). */
export const invalidResponseError = (failed: FailedExtension): ApiError => {
  const fields = { ...failureFields(failed), extensionErrors: [] };
  return failAll([{ ...errorEntry('ExtensionBadResponse', fields), errorByExtension: failed.identity }]);
};
