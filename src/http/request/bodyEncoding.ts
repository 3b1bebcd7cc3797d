/** Decodes the bodies of requests with a `Content-Encoding` (RFC 9110 section 8.4). */
import { promisify } from 'node:util';
import { gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { abbreviate, type ApiError, fail } from '../../errors/ApiError.js';
import type { RequestHead } from '../exchange/Exchange.js';

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
export type DecodeBody = (body: Uint8Array, bytesMax: number) => Promise<Uint8Array>;

const decodingError = (error: NodeJS.ErrnoException, encoding: string, bytesMax: number): ApiError =>
  error.code === 'ERR_BUFFER_TOO_LARGE'
    ? fail('RequestBodyTooLarge', { bytesMax, detail: ' when it is decoded' })
    : fail('InvalidInput', {
        message: `The body cannot be decoded: the header Content-Encoding is '${encoding}'; expected a body in this format.`,
      });

/** The function that decodes the body of a request; undefined for a plain one. Throws a 415 for other encodings. */
export const bodyDecoder = ({ contentEncoding }: Pick<RequestHead, 'contentEncoding'>): DecodeBody | undefined => {
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
