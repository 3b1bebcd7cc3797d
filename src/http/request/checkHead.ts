import { limits } from '../../config/limits.js';
import type { Config } from '../../config/settings.js';
import { fail } from '../../errors/ApiError.js';
import { assertCorrelationId } from '../exchange/correlationId.js';
import type { RequestHead } from '../exchange/Exchange.js';

/** Whether the proxy received the request over plain HTTP (GEN018); of several proxies the first faces the client. */
export const isPlainHttpBehindProxy = ({ behindTlsProxy }: Config, { forwardedProto }: RequestHead): boolean =>
  behindTlsProxy && forwardedProto.split(',', 1)[0]?.trim().toLowerCase() === 'http';

const { externalUserIdLengthMax } = limits;
const nonAscii = /[^ -~\t]/;

/**
 * The id is stored with every resource that the request changes. Only ASCII is accepted, as RFC 9110 (section 5.5)
 * recommends: uWebSockets.js cuts other bytes off at both ends of a header value.
 */
const assertExternalUserId = ({ externalUserId }: RequestHead): void => {
  if (externalUserId.length > externalUserIdLengthMax)
    throw fail('InvalidInput', {
      message: `The header X-External-User-ID has ${externalUserId.length} characters; expected at most ${externalUserIdLengthMax}.`,
    });
  if (nonAscii.test(externalUserId))
    throw fail('InvalidInput', {
      message: 'The header X-External-User-ID has a character that is not ASCII; expected it percent-encoded.',
    });
};

/** Stage 2: refuses heads that are too long, malformed or ambiguous, whatever they ask for (LIM001 to LIM005). */
export const checkHead = ({ headerBytesMax }: Config, head: RequestHead): void => {
  assertCorrelationId(head);
  assertExternalUserId(head);
  if (head.bytes > headerBytesMax)
    throw fail('RequestHeadersTooLarge', { bytes: head.bytes, bytesMax: headerBytesMax });
  if (head.upgrade !== '')
    throw fail('InvalidInput', { message: 'Requests with an Upgrade header are not served; expected none.' });
  if (head.isAmbiguous)
    throw fail('InvalidInput', {
      message:
        'One of the headers Authorization, Content-Length, Host and Transfer-Encoding is given twice, or Content-Length or Transfer-Encoding is empty; expected once, with a value.',
    });
  // The library takes every other coding for chunked, also those that a proxy may not decode.
  if (head.transferEncoding !== '' && head.transferEncoding !== 'chunked')
    throw fail('InvalidInput', {
      message: `The header Transfer-Encoding is '${head.transferEncoding.slice(0, 100)}'; expected chunked or none.`,
    });
};
