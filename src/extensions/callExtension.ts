import type { ExtensionAnswer, ExtensionRequest } from '../engine/ExtensionCall.js';
import type { Outbound, OutboundResponse } from '../outbound/Outbound.js';
import { invalidResponseError, noResponseError } from './extensionErrors.js';
import { readExtensionAnswer } from './readExtensionAnswer.js';
import type { RegisteredExtension } from './RegisteredExtensions.js';

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
    throw noResponseError(
      extension.identity,
      'The extension was not called: its secret was sealed with another ENCRYPTION_KEY and must be set again.',
    );
  }
};

/** Maps a failed call by the codes of undici and of its HTTP parser; any other failure is a missing response. */
const toCallError = ({ identity, timeoutMs }: RegisteredExtension, error: unknown) => {
  const { code } = error as { readonly code?: unknown };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return invalidResponseError(identity, 'a longer one than is read');
  if (typeof code === 'string' && code.startsWith('HPE_')) return invalidResponseError(identity, 'what is no HTTP');
  return noResponseError(
    identity,
    `The extension did not answer within ${timeoutMs} ms, cannot be reached, or dropped the connection.`,
  );
};

const postRequest = (
  outbound: Outbound,
  extension: RegisteredExtension,
  request: ExtensionRequest,
): Promise<OutboundResponse> => {
  const headers = requestHeaders(extension, request);
  return outbound
    .post(extension.url, headers, bodyText(extension, request), extension.timeoutMs)
    .catch((error: unknown) => {
      throw toCallError(extension, error);
    });
};

/** Calls an extension once (GEN025); throws the errors that it responds with, and those of a failed call. */
export const callExtension = async (
  outbound: Outbound,
  extension: RegisteredExtension,
  request: ExtensionRequest,
): Promise<ExtensionAnswer> => {
  const response = await postRequest(outbound, extension, request);
  return { extension: extension.identity, actions: readExtensionAnswer(extension.identity, response) };
};
