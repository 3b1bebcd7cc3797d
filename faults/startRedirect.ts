/** Opens an address on loopback that forwards connections to a changeable port, like the address of a hosted Redis. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

export interface Redirect {
  readonly port: number;
  /** Ends all connections, and sends new ones to another port. */
  readonly redirectTo: (port: number) => void;
  readonly close: () => Promise<void>;
}

export const startRedirect = async (firstPort: number): Promise<Redirect> => {
  let targetPort = firstPort;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, client => {
    const target = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    pipeline(client, target, client, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endConnections = (): void => sockets.forEach(socket => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    redirectTo: port => {
      targetPort = port;
      endConnections();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      endConnections();
      await closed;
    },
  };
};
