import type { Logger } from 'pino';
import type { ExtensionAnswer, ExtensionRequest } from '../engine/ExtensionCall.js';
import { ApiError } from '../errors/ApiError.js';
import type { Outbound } from '../outbound/Outbound.js';
import { invalidResponseError, noResponseError } from './extensionErrors.js';
import { readExtensionAnswer } from './readExtensionAnswer.js';
import type { RegisteredExtension } from './RegisteredExtensions.js';
import { UnusableAnswer } from './UnusableAnswer.js';

const referenceText = ({ resourceType: { typeId }, id }: ExtensionRequest, resourceText: string): string =>
  `{"typeId":${JSON.stringify(typeId)},"id":${JSON.stringify(id)},"obj":${resourceText}}`;

/** Composes the body as text, since the resources are JSON already. */
const bodyText = ({ includesOldResource }: RegisteredExtension, request: ExtensionRequest): string => {
  const { action, text, before } = request;
  const old = includesOldResource && before !== undefined ? `,"oldResource":${referenceText(request, before)}` : '';
  return `{"action":"${action}","resource":${referenceText(request, text)}${old}}`;
};

const requestHeaders = (
  extension: RegisteredExtension,
  { correlationId }: ExtensionRequest,
): Record<string, string> => {
  const common = { 'content-type': 'application/json', accept: 'application/json', 'x-correlation-id': correlationId };
  try {
    return { ...common, ...extension.headers() };
  } catch {
    throw new Error('its secret was sealed with another ENCRYPTION_KEY and must be set again');
  }
};

/** Whether something was received, as the codes of undici and of its HTTP parser tell. */
const isUnusableAnswer = (error: unknown): boolean => {
  if (error instanceof UnusableAnswer) return true;
  const { code } = error as { readonly code?: unknown };
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || (typeof code === 'string' && code.startsWith('HPE_'));
};

export interface CallServices {
  readonly outbound: Pick<Outbound, 'post'>;
  readonly log: Logger;
}

/**
 * Calls an extension once (GEN025); throws the errors that it responds with, and those of a failed call, whose reason is
 * logged.
 */
export const callExtension = async (
  { outbound, log }: CallServices,
  extension: RegisteredExtension,
  request: ExtensionRequest,
): Promise<ExtensionAnswer> => {
  const { identity, url, timeoutMs } = extension;
  try {
    const headers = requestHeaders(extension, request);
    const response = await outbound.post(url, headers, bodyText(extension, request), timeoutMs);
    return { extension: identity, actions: readExtensionAnswer(identity, response) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { projectKey, correlationId } = request;
    // The rest of the URL may contain a secret.
    const context = { projectKey, extensionId: identity.id, host: new URL(url).host, correlationId };
    log.warn({ ...context, reason: (error as Error).message }, 'an API extension gave no answer that can be used');
    throw isUnusableAnswer(error) ? invalidResponseError(extension) : noResponseError(extension);
  }
};
