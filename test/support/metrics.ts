/** What a server tells Prometheus. */
import { createServer } from 'node:net';

export const freePort = (): Promise<string> => new Promise(resolve => {
  const probe = createServer();
  probe.listen({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => resolve(String(port)));
  });
});

export const scrape = async (port: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of one sample, spelled as it is told, labels and all; undefined where it is not there. */
export const valueIn = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};
