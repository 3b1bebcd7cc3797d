/** What the front looks at of a request, taken in one walk over its headers. */
import type { HttpRequest } from 'uWebSockets.js';
import type { Head } from './exchange.js';

export const readHead = (request: HttpRequest): Head => {
  const url = request.getUrl();
  // Without a query the library answers undefined, whatever its types say.
  const query = (request.getQuery() as string | undefined) ?? '';
  let authorization = '', cookie = '', correlationId = '', contentType = '', contentLength = '', transferEncoding = '', upgrade = '', forwardedProto = '', host = '', traceparent = '', tracestate = '', ifNoneMatch = '';
  let bytes = url.length + query.length;
  let isAmbiguous = false;
  request.forEach((name, value) => {
    bytes += name.length + value.length + 4;
    switch (name) {
      case 'authorization': isAmbiguous ||= authorization !== ''; authorization = value; break;
      case 'cookie': cookie = value; break;
      case 'x-correlation-id': correlationId = value === '' ? ' ' : value; break;
      case 'content-type': contentType = value; break;
      case 'content-length': isAmbiguous ||= contentLength !== ''; contentLength = value; break;
      case 'transfer-encoding': isAmbiguous ||= transferEncoding !== ''; transferEncoding = value; break;
      case 'upgrade': upgrade = value; break;
      case 'x-forwarded-proto': forwardedProto = value; break;
      case 'traceparent': traceparent = value; break;
      case 'tracestate': tracestate = value; break;
      case 'host': isAmbiguous ||= host !== ''; host = value; break;
      case 'if-none-match': ifNoneMatch = value; break;
    }
  });
  return {
    method: request.getCaseSensitiveMethod(), path: url, query, authorization, cookie, correlationId, contentType, contentLength,
    transferEncoding, upgrade, forwardedProto, host, traceparent, tracestate, ifNoneMatch, bytes, isAmbiguous,
  };
};
