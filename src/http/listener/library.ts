/**
 * Loads uWebSockets.js: the newest build that this system can load. It needs glibc 2.38; the older one needs 2.27 with
 * Node 20 and has more faults (docs/decisions/http-library.md). No other file of the server loads the library.
 */
import { createRequire } from 'node:module';

type Library = typeof import('uWebSockets.js');

/**
 * The library refuses longer headers in its own format; HEADER_BYTES_MAX is lower and refuses them in the error format
 * of the API. The library reads the variable when it is loaded.
 */
process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(128 * 1024);

interface LoadedLibrary {
  readonly uWS: Library;
  /** The reason why the newest build does not load; undefined where it does. */
  readonly newestFailure?: Error;
}

/**
 * Node 20 reports an import that fails as unhandled, although it is caught, when a second one follows: so `require`.
 */
const load = createRequire(import.meta.url);

const loadNewest = (): LoadedLibrary => {
  try {
    return { uWS: load('uWebSockets.js') as Library };
  } catch (error) {
    return { uWS: load('uwebsockets') as Library, newestFailure: error as Error };
  }
};

export const { uWS, newestFailure } = loadNewest();

const reasonOf = (failure: Error): string | undefined => failure.message.trim().split('\n').at(-1);

/**
 * Tells what a start beyond loopback must know of the build: the older one leaves a request with more than 98 headers
 * without an answer. Undefined for the newest one.
 */
export const describeOlderBuild = (failure = newestFailure): string | undefined =>
  failure &&
  `this system loads only the older build of uWebSockets.js (${reasonOf(failure)}), ` +
    'which leaves requests with more than 98 headers without an answer';

/** Returns a warning to operators about the build in use; undefined for the newest one. */
export const buildWarning = (): string | undefined =>
  newestFailure &&
  `this system cannot load the newest build of uWebSockets.js (${reasonOf(newestFailure)}); ` +
    'with the older one a request line that arrives in two TCP segments gets a 505, which meets URLs of more than ' +
    'about 1.4 KB over a network: use a system with glibc 2.38, such as Debian 13, or a proxy (docs/operations.md)';
