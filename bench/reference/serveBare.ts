/** Serves one uWebSockets.js route with one parameter on a free port with the least possible code. */
import { createRequire } from 'node:module';

type Library = typeof import('uWebSockets.js');

const load = createRequire(import.meta.url);

/** The build that the server uses, too: the newest that this system can load. */
const loadLibrary = (): Library => {
  try {
    return load('uWebSockets.js') as Library;
  } catch {
    return load('uwebsockets') as Library;
  }
};
const uWS = loadLibrary();

type Work = (id: string, send: (body: Uint8Array | string) => void) => void;

export const serveBare = (method: 'get' | 'post', path: string, work: Work): void => {
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
