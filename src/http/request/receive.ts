import type { Config } from '../../config/settings.js';
import { fail } from '../../errors/ApiError.js';
import type { RequestHead } from '../exchange/Exchange.js';
import type { Route } from '../routing/routes.js';

/** GEN018: the proxy took the request over plain HTTP; of several proxies the first speaks for the client. */
export const isPlainHttpBehindProxy = ({ behindTlsProxy }: Config, { forwardedProto }: RequestHead): boolean =>
  behindTlsProxy && forwardedProto.split(',', 1)[0]!.trim().toLowerCase() === 'http';

export const assertHead = ({ headerBytesMax }: Config, { bytes, upgrade, isAmbiguous }: RequestHead): void => {
  if (bytes > headerBytesMax) throw fail('RequestHeadersTooLarge', { bytes, bytesMax: headerBytesMax });
  if (upgrade !== '')
    throw fail('InvalidInput', { message: 'Requests with an Upgrade header are not served; expected none.' });
  if (isAmbiguous)
    throw fail('InvalidInput', {
      message:
        'One of the headers Authorization, Content-Length, Host and Transfer-Encoding is given twice, or Content-Length or Transfer-Encoding is empty; expected once, with a value.',
    });
};

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

/** LIM002, GEN022: no body where none belongs, and the right kind where one does. */
export const assertBodyRules = (
  { body, service }: Route,
  { method, path, contentLength, transferEncoding, contentType }: RequestHead,
): void => {
  if (body === 'none') {
    if ((contentLength !== '' && contentLength !== '0') || transferEncoding !== '')
      throw fail('InvalidInput', { message: `A ${method} request to '${path.slice(0, 200)}' takes no body; got one.` });
    return;
  }
  const given = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (given !== mediaTypes[body])
    throw fail(service === 'auth' ? 'invalid_request' : 'InvalidInput', {
      message: `The header Content-Type is ${given === '' ? 'missing' : `'${given.slice(0, 100)}'`}; expected ${mediaTypes[body]}.`,
    });
};
