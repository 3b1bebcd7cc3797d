/** One call of one extension (GEN025). */
import type { ExtensionAnswer, ExtensionRequest } from '../engine/ExtensionCall.js';
import type { Outbound, OutboundAnswer } from '../outbound/Outbound.js';
import { readExtensionAnswer, badResponseError, noResponseError } from './readExtensionAnswer.js';
import type { RegisteredExtension } from './RegisteredExtensions.js';

const referenceTo = ({ resourceType: { typeId }, id }: ExtensionRequest, text: string): string =>
  `{"typeId":${JSON.stringify(typeId)},"id":${JSON.stringify(id)},"obj":${text}}`;

/** The resources are JSON already. */
const bodyOf = ({ includesOld }: RegisteredExtension, asked: ExtensionRequest): string => {
  const old = includesOld && asked.before !== undefined ? `,"oldResource":${referenceTo(asked, asked.before)}` : '';
  return `{"action":"${asked.action}","resource":${referenceTo(asked, asked.text)}${old}}`;
};

const headersOf = (extension: RegisteredExtension, { correlationId }: ExtensionRequest): Record<string, string> => {
  const common = { 'content-type': 'application/json', accept: 'application/json', 'x-correlation-id': correlationId };
  try {
    return { ...common, ...extension.headers() };
  } catch {
    throw noResponseError(
      extension.by,
      'The extension was not called: its secret was sealed with another ENCRYPTION_KEY and must be set again.',
    );
  }
};

/** What went wrong with a call, by the codes of undici and of its HTTP parser; anything else is no answer at all. */
const failureOf = ({ by, timeoutMs }: RegisteredExtension, error: unknown) => {
  const { code } = error as { readonly code?: unknown };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return badResponseError(by, 'a longer one than is read');
  if (typeof code === 'string' && code.startsWith('HPE_')) return badResponseError(by, 'what is no HTTP');
  return noResponseError(
    by,
    `The extension did not answer within ${timeoutMs} ms, cannot be reached, or dropped the connection.`,
  );
};

const post = (outbound: Outbound, extension: RegisteredExtension, asked: ExtensionRequest): Promise<OutboundAnswer> =>
  outbound
    .post(extension.url, headersOf(extension, asked), bodyOf(extension, asked), extension.timeoutMs)
    .catch((error: unknown) => {
      throw failureOf(extension, error);
    });

/** What an extension wants; throws what it refuses with, or what went wrong with it. Never asks twice. */
export const callExtension = async (
  outbound: Outbound,
  extension: RegisteredExtension,
  asked: ExtensionRequest,
): Promise<ExtensionAnswer> => ({
  extension: extension.by,
  actions: readExtensionAnswer(extension.by, await post(outbound, extension, asked)),
});
