/** What the front looks at of a request, taken in one walk over its headers. */
import type { HttpRequest } from 'uWebSockets.js';
import type { RequestHead } from '../exchange/Exchange.js';

/** `seen` has a bit for each header that may stand once: an empty value was seen as well. And a length that is empty is none (RFC 9112, section 6.3). */
export const readHead = (request: HttpRequest): RequestHead => {
  const url = request.getUrl();
  // Without a query the library answers undefined, whatever its types say.
  const query = (request.getQuery() as string | undefined) ?? '';
  let authorization = '',
    cookie = '',
    correlationId = '',
    contentType = '',
    contentLength = '',
    transferEncoding = '',
    upgrade = '',
    forwardedProto = '',
    host = '',
    traceparent = '',
    tracestate = '',
    ifNoneMatch = '';
  let bytes = url.length + query.length;
  let isAmbiguous = false;
  let seen = 0;
  request.forEach((name, value) => {
    bytes += name.length + value.length + 4;
    switch (name) {
      case 'authorization':
        isAmbiguous ||= (seen & 1) > 0;
        seen |= 1;
        authorization = value;
        break;
      case 'cookie':
        cookie = value;
        break;
      case 'x-correlation-id':
        correlationId = value === '' ? ' ' : value;
        break;
      case 'content-type':
        contentType = value;
        break;
      case 'content-length':
        isAmbiguous ||= (seen & 2) > 0 || value === '';
        seen |= 2;
        contentLength = value;
        break;
      case 'transfer-encoding':
        isAmbiguous ||= (seen & 4) > 0 || value === '';
        seen |= 4;
        transferEncoding = value;
        break;
      case 'upgrade':
        upgrade = value;
        break;
      case 'x-forwarded-proto':
        forwardedProto = value;
        break;
      case 'traceparent':
        traceparent = value;
        break;
      case 'tracestate':
        tracestate = value;
        break;
      case 'host':
        isAmbiguous ||= (seen & 8) > 0;
        seen |= 8;
        host = value;
        break;
      case 'if-none-match':
        ifNoneMatch = value;
        break;
    }
  });
  return {
    method: request.getCaseSensitiveMethod(),
    path: url,
    query,
    authorization,
    cookie,
    correlationId,
    contentType,
    contentLength,
    transferEncoding,
    upgrade,
    forwardedProto,
    host,
    traceparent,
    tracestate,
    ifNoneMatch,
    bytes,
    isAmbiguous,
  };
};
