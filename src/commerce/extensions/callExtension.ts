import type { Outbound, OutboundResponse } from '../../base/net/HttpOutbound.js';
import { masked, maskedHeader } from '../../engine/schema/externalService.js';
import type { Logger } from 'pino';
import { ApiError, errorEntry, failAll } from '../../base/errors/ApiError.js';
import type { ExtensionAnswer, ExtensionIdentity, ExtensionRequest } from '../../engine/ExtensionCall.js';
import type { RegisteredExtension } from './RegisteredExtensions.js';
import { readExtensionAnswer, UnusableAnswer } from './readExtensionAnswer.js';

// Records what a call of an extension sent and received, so that a test of the extension shows it.

export interface RecordedCall {
  readonly url: string;
  /** Headers that authenticate the project are masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly durationMs: number;
  /** Absent if no response came. */
  readonly response?: OutboundResponse;
  /** The reason that no response came. */
  readonly reason?: string;
}

const ownHeaders: ReadonlySet<string> = new Set(['content-type', 'accept', 'x-correlation-id']);

const maskSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (ownHeaders.has(name)) return [name, value];
      return [name, name === 'authorization' ? maskedHeader(value) : masked];
    }),
  );

/** Calls through another outbound and records each call; a failed call still throws its error. */
export const recordingOutbound = (
  outbound: Pick<Outbound, 'post'>,
  record: (call: RecordedCall) => void,
): Pick<Outbound, 'post'> => ({
  post: async (url, headers, body, timeoutMs) => {
    const startedMs = performance.now();
    const sent = { url, headers: maskSecrets(headers), body };
    const durationMs = (): number => Math.round(performance.now() - startedMs);
    try {
      const response = await outbound.post(url, headers, body, timeoutMs);
      record({ ...sent, durationMs: durationMs(), response });
      return response;
    } catch (error) {
      record({ ...sent, durationMs: durationMs(), reason: (error as Error).message });
      throw error;
    }
  },
});

export interface CallServices {
  readonly outbound: Pick<Outbound, 'post'>;
  readonly log: Logger;
}

/**
 * Calls an extension once (GEN025); throws the errors that it responds with, and those of a failed call, whose reason
 * is logged.
 */
export const callExtension = async (
  { outbound, log }: CallServices,
  extension: RegisteredExtension,
  request: ExtensionRequest,
): Promise<ExtensionAnswer> => {
  const { identity, url, timeoutMs } = extension;
  const body = await bodyText(extension, request);
  try {
    const headers = requestHeaders(extension, request);
    const response = await outbound.post(url, headers, body, timeoutMs);
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

const referenceText = ({ resourceType: { typeId }, id }: ExtensionRequest, resourceText: string): string =>
  `{"typeId":${JSON.stringify(typeId)},"id":${JSON.stringify(id)},"obj":${resourceText}}`;

/** Composes the body as text, since the resources are JSON already. */
const bodyText = async (
  { includesOldResource, expansionPaths }: RegisteredExtension,
  request: ExtensionRequest,
): Promise<string> => {
  const { action, before } = request;
  const text = expansionPaths.length === 0 ? request.text : await request.expand(expansionPaths);
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

/** Tells whether something was received, by the error codes of undici and of its HTTP parser. */
const isUnusableAnswer = (error: unknown): boolean => {
  if (error instanceof UnusableAnswer) return true;
  const { code } = error as { readonly code?: unknown };
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || (typeof code === 'string' && code.startsWith('HPE_'));
};

/** The extension that an error is about, and its time limit. */
interface FailedExtension {
  readonly identity: ExtensionIdentity;
  readonly timeoutMs: number;
}

/**
 * Every failure has the same text, whatever was received: the creator of an extension must not learn what listens at an
 * address. The log has the reason.
 */
const failureFields = ({ identity: { id, key }, timeoutMs }: FailedExtension) => ({
  message:
    'The extension gave no answer that can be used: expected status 200 or 201 with JSON that may hold actions, or ' +
    `400 with errors, within ${timeoutMs} ms.`,
  extensionId: id,
  extensionKey: key,
});

/** The error of an extension that was not reached or did not answer in time (ERR037). */
const noResponseError = (failed: FailedExtension): ApiError =>
  failAll([{ ...errorEntry('ExtensionNoResponse', failureFields(failed)), errorByExtension: failed.identity }]);

/** The error of an extension whose response cannot be used (ERR035). */
const invalidResponseError = (failed: FailedExtension): ApiError => {
  const fields = { ...failureFields(failed), extensionErrors: [] };
  return failAll([{ ...errorEntry('ExtensionBadResponse', fields), errorByExtension: failed.identity }]);
};
