/**
 * Runs in the process of a program, before its own code, so that nothing leaves this machine: a request to a host of
 * the hosted product, which some programs derive from the name of a region, goes to the server at HOSTED, and one to
 * any other host to the server at THIRD_PARTIES, with the host in a header. Any other connection to such hosts fails.
 * The program listens on a free port of the loopback address, whatever port it requests, and prints it.
 */
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net, { type AddressInfo } from 'node:net';

const isLocal = (host: string): boolean => /^(?:127\.[\d.]+|localhost|\[?::1\]?)$/.test(host);
const serverFor = (host: string): URL =>
  new URL(process.env[host.endsWith('.commercetools.com') ? 'HOSTED' : 'THIRD_PARTIES']!);

type RequestOptions = http.RequestOptions;
type Listener = (response: http.IncomingMessage) => void;

/** The options and the callback of `http.request`, which also takes a URL. */
const readArguments = (args: readonly unknown[]): [RequestOptions, Listener | undefined] => {
  const callback = args.find(each => typeof each === 'function') as Listener | undefined;
  const [first, second] = args;
  if (typeof first !== 'string' && !(first instanceof URL)) return [first as RequestOptions, callback];
  const { hostname, pathname, search } = new URL(first);
  return [{ hostname, path: pathname + search, ...(typeof second === 'object' && second) }, callback];
};

const requestHttp = http.request;

const redirect = (module: { request: unknown; get: unknown }): void => {
  const request = module.request as (...args: readonly unknown[]) => http.ClientRequest;
  module.request = (...args: readonly unknown[]): http.ClientRequest => {
    const [{ method, path, headers, hostname, host }, callback] = readArguments(args);
    const name = (hostname ?? host ?? 'localhost').replace(/:\d+$/, '');
    if (isLocal(name)) return request(...args);
    const { hostname: to, port } = serverFor(name);
    const options = { method, path, hostname: to, port };
    const redirected = requestHttp(
      { ...options, headers: { ...(headers as object), 'x-host': name } } as RequestOptions,
      callback,
    );
    // Clients of Stripe write the body after TLS is established.
    redirected.once('socket', socket => socket.once('connect', () => socket.emit('secureConnect')));
    return redirected;
  };
  module.get = (...args: readonly unknown[]): http.ClientRequest =>
    (module.request as typeof request)(...args).end() as http.ClientRequest;
};
redirect(http as never);
redirect(https as never);

const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const request = new Request(input as Request, init);
  const { hostname, pathname, search } = new URL(request.url);
  if (isLocal(hostname)) return fetch(request);
  const headers = new Headers(request.headers);
  headers.set('x-host', hostname);
  const body = request.body === null ? null : await request.arrayBuffer();
  return fetch(new URL(pathname + search, serverFor(hostname)), { method: request.method, headers, body });
};

type Anything = (...args: unknown[]) => unknown;

const socket = net.Socket.prototype as unknown as { connect: Anything };
const { connect } = socket;
socket.connect = function (...args) {
  const [options] = args.flat() as [{ readonly host?: string } | undefined];
  const host = typeof options === 'object' ? options.host : (args[1] as string | undefined);
  if (typeof host === 'string' && !isLocal(host)) throw new Error(`A program connects to ${host}.`);
  return connect.apply(this, args);
};

const server = net.Server.prototype as unknown as { listen: Anything };
const { listen } = server;
server.listen = function (this: net.Server, ...args) {
  this.once('listening', () => process.stdout.write(`listens on ${(this.address() as AddressInfo).port}\n`));
  return listen.call(
    this,
    0,
    '127.0.0.1',
    args.find(each => typeof each === 'function'),
  );
};

syncBuiltinESMExports();
