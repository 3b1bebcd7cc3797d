/** Tells whether a port speaks TLS where plain text was tried, and the other way round. */
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { withTimeout } from '../../lifecycle/timeouts.js';
import { RedisFault } from './RedisFault.js';

const answerMs = 500;

const speaksTls = (host: string, port: number): Promise<boolean> => {
  // The certificate does not matter here: nothing is sent on this connection.
  const socket = connectTls({ host, port, rejectUnauthorized: false });
  const isSecured = new Promise<boolean>(resolve => {
    socket.once('secureConnect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  return withTimeout(isSecured, answerMs)
    .catch(() => false)
    .finally(() => socket.destroy());
};

const speaksPlainText = (host: string, port: number): Promise<boolean> => {
  const socket = connectPlain({ host, port });
  const isAnswered = new Promise<boolean>(resolve => {
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', data => resolve(/^[+-]/.test(data.toString('latin1'))));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  return withTimeout(isAnswered, answerMs)
    .catch(() => false)
    .finally(() => socket.destroy());
};

/**
 * Finds out whether the other scheme would be right, for a connection that was closed, or not answered. A plain Redis
 * waits for the end of a line where TLS begins, and one with TLS closes the connection.
 */
export const findOtherProtocol = async (url: string, reason: string): Promise<RedisFault | undefined> => {
  if (!/ECONNRESET|EPIPE|ETIMEDOUT|Connection is closed|no answer within|socket hang up|disconnected/.test(reason))
    return undefined;
  if (!/^rediss?:/.test(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const address = [hostname.replace(/^\[|\]$/g, ''), port === '' ? 6379 : Number(port)] as const;
  if (protocol === 'redis:')
    return (await speaksTls(...address))
      ? new RedisFault('configuration', 'which speaks TLS', reason, 'use rediss:// or rediss-cluster://')
      : undefined;
  return (await speaksPlainText(...address))
    ? new RedisFault('configuration', 'which does not speak TLS', reason, 'use redis:// or redis-cluster://')
    : undefined;
};
