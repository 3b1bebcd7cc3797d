import type { OutgoingResponse } from '../exchange/Exchange.js';

/** The answer to plain HTTP where the service uses TLS (GEN018). */
export const httpsOnlyPage: OutgoingResponse = {
  status: 404,
  body: '<!doctype html>\n<html lang="en">\n<title>404 Not Found</title>\n<h1>404 Not Found</h1>\n<p>This service is reached over HTTPS only.</p>\n</html>\n',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  isOverPlainHttp: true,
};
