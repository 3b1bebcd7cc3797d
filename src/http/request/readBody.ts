import { promisify } from 'node:util';
import { gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { abbreviate, type ApiError, fail, invalidInput } from '../../base/errors/ApiError.js';
import type { RequestHead, Exchange } from '../exchange/Exchange.js';
import { limits } from '../../base/config/limits.js';
import type { Config } from '../../base/config/settings.js';
import type { Route } from '../routing/Route.js';
import type { RequestContext } from './RequestContext.js';

/* A body may be compressed, as its `Content-Encoding` says (RFC 9110 section 8.4). */

type Unpack = (body: Uint8Array, options: ZlibOptions) => Promise<Uint8Array>;

const unpackGzip: Unpack = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const unpackDeflate: Unpack = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);

const unpackers = new Map<string, Unpack>([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['deflate', unpackDeflate],
]);

const accepted = 'gzip, deflate';

/** Returns the decoded body; rejects where it is longer than `bytesMax` or damaged. */
type DecodeBody = (body: Uint8Array, bytesMax: number) => Promise<Uint8Array>;

const decodingError = (error: NodeJS.ErrnoException, encoding: string, bytesMax: number): ApiError =>
  error.code === 'ERR_BUFFER_TOO_LARGE'
    ? fail('RequestBodyTooLarge', { bytesMax, detail: ' when it is decoded' })
    : invalidInput(
        `The body cannot be decoded: the header Content-Encoding is '${encoding}'; ` +
          'expected a body in this format.',
      );

/** The function that decodes the body of a request; undefined for a plain one. Throws a 415 for other encodings. */
const bodyDecoder = ({ contentEncoding }: Pick<RequestHead, 'contentEncoding'>): DecodeBody | undefined => {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  const unpack = unpackers.get(encoding);
  if (unpack === undefined)
    throw fail('ContentEncodingNotSupported', { encoding: abbreviate(contentEncoding), accepted }, 415, [
      ['Accept-Encoding', accepted],
    ]);
  return async (body, bytesMax) => {
    try {
      return await unpack(body, { maxOutputLength: bytesMax });
    } catch (error) {
      throw decodingError(error as NodeJS.ErrnoException, encoding, bytesMax);
    }
  };
};

const bytesMaxOf = ({ bodyBytesMax }: Config, { body, verb, own = false, hasSession = false }: Route): number => {
  if (body === 'form' || hasSession) return limits.formBytesMax;
  const mayComeFromVisitor = own || verb.kind === 'graphql';
  return mayComeFromVisitor ? Math.min(bodyBytesMax, limits.visitorBodyBytesMax) : bodyBytesMax;
};

/** The length of a chunked body is known only with its last byte, which is not awaited. */
const tooLarge = (bytesMax: number, { head: { contentLength } }: Exchange) =>
  fail('RequestBodyTooLarge', { bytesMax, detail: contentLength === '' ? undefined : `: it has ${contentLength}` });

/**
 * Stage 7: resolves to the decoded body; rejects as soon as it exceeds its limit. Never settles if the client closed
 * the connection or was answered. Throws at once for an encoding that is not decoded: a promise may have no receiver
 * yet.
 */
export const readBody = ({ config }: RequestContext, exchange: Exchange, route: Route): Promise<Uint8Array> => {
  const bytesMax = bytesMaxOf(config, route);
  const decode = bodyDecoder(exchange.head);
  return new Promise((resolve, reject) => {
    exchange.readBody(bytesMax, received => {
      if (received === undefined) return reject(tooLarge(bytesMax, exchange));
      exchange.bodyBytes = received.length;
      resolve(decode === undefined ? received : decode(received, bytesMax));
    });
  });
};
