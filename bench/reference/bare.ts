/**
 * The part that the references share. It contains no code of the server, only the library and the Redis client that
 * the server also uses, with the least possible code around them, so that their figures do not change with the server.
 */
import { createRequire } from 'node:module';
import { Redis } from 'ioredis';

/** Keys of the references. They hold copies, so that a reference neither reads nor writes what the server stores. */
export const bareBodyKey = (id: string): string => `bare-reference:{bare}:body:${id}`;
export const bareMessagesKey = 'bare-reference:{bare}:messages';

const unixScheme = 'unix://';

/** Connects to the Redis of the benchmark by ioredis alone, without the connection code of the server. */
export const connectBare = (url: string | undefined): Redis => {
  if (url === undefined) throw new Error('the URL of Redis is missing');
  const options = { enableAutoPipelining: true };
  return url.startsWith(unixScheme)
    ? new Redis({ ...options, path: url.slice(unixScheme.length) })
    : new Redis(url, options);
};

type Library = typeof import('uWebSockets.js');

const load = createRequire(import.meta.url);

/** Loads the build that the server also uses: the newest that this system can load. */
const loadLibrary = (): Library => {
  try {
    return load('uWebSockets.js') as Library;
  } catch {
    return load('uwebsockets') as Library;
  }
};

type Work = (id: string, send: (body: Uint8Array | string) => void) => void;

/** Serves one route with one parameter on a free port, and prints its address. */
export const serveBare = (method: 'get' | 'post', path: string, work: Work): void => {
  const uWS = loadLibrary();
  const app = uWS.App();
  app[method](path, (response, request) => {
    let isOver = false;
    response.onAborted(() => {
      isOver = true;
    });
    work(request.getParameter(0) ?? '', body => {
      if (!isOver) response.cork(() => response.end(body));
    });
  });
  app.listen('127.0.0.1', 0, socket => {
    if (socket === false) throw new Error('no free port');
    console.log(`http://127.0.0.1:${uWS.us_socket_local_port(socket)}`);
  });
  process.on('SIGTERM', () => process.exit(0));
};
