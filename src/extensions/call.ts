/** One call of one extension (GEN025). */
import type { Answer, Asked } from '../engine/extend.js';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.js';
import { actionsIn, badResponse, noResponse } from './answer.js';
import type { Registered } from './registered.js';

const referenceTo = ({ resourceType: { typeId }, id }: Asked, text: string): string =>
  `{"typeId":${JSON.stringify(typeId)},"id":${JSON.stringify(id)},"obj":${text}}`;

/** The resources are JSON already. */
const bodyOf = ({ includesOld }: Registered, asked: Asked): string => {
  const old = includesOld && asked.before !== undefined ? `,"oldResource":${referenceTo(asked, asked.before)}` : '';
  return `{"action":"${asked.action}","resource":${referenceTo(asked, asked.text)}${old}}`;
};

const headersOf = (extension: Registered, { correlationId }: Asked): Record<string, string> => {
  const common = { 'content-type': 'application/json', accept: 'application/json', 'x-correlation-id': correlationId };
  try {
    return { ...common, ...extension.headers() };
  } catch {
    throw noResponse(
      extension.by,
      'The extension was not called: its secret was sealed with another ENCRYPTION_KEY and must be set again.',
    );
  }
};

/** What went wrong with a call, by the codes of undici and of its HTTP parser; anything else is no answer at all. */
const failureOf = ({ by, timeoutMs }: Registered, error: unknown) => {
  const { code } = error as { readonly code?: unknown };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return badResponse(by, 'a longer one than is read');
  if (typeof code === 'string' && code.startsWith('HPE_')) return badResponse(by, 'what is no HTTP');
  return noResponse(
    by,
    `The extension did not answer within ${timeoutMs} ms, cannot be reached, or dropped the connection.`,
  );
};

const post = (outbound: Outbound, extension: Registered, asked: Asked): Promise<OutboundAnswer> =>
  outbound
    .post(extension.url, headersOf(extension, asked), bodyOf(extension, asked), extension.timeoutMs)
    .catch((error: unknown) => {
      throw failureOf(extension, error);
    });

/** What an extension wants; throws what it refuses with, or what went wrong with it. Never asks twice. */
export const callExtension = async (outbound: Outbound, extension: Registered, asked: Asked): Promise<Answer> => ({
  by: extension.by,
  actions: actionsIn(extension.by, await post(outbound, extension, asked)),
});
