/** Calls to other services: bounded in time and size, without redirects, and in production to public addresses only. */
import type { Agent } from 'undici';
import type { Config } from '../config/settings.js';
import { withTimeout } from '../lifecycle/withTimeout.js';
import { isPrivateHost, publicLookup } from './privateAddresses.js';

export interface OutboundAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Outbound {
  /** The answer, or a throw: the time is over, no connection, the connection broke, the answer is too long. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    timeoutMs: number,
  ): Promise<OutboundAnswer>;
  close(): Promise<void>;
}

interface Opened {
  readonly agent: Agent;
  readonly request: typeof import('undici').request;
}

const connectionsPerHost = 64;
const connectMs = 1_000;
const answerBytesByDefault = 65_536;

export const createOutbound = (
  { nodeEnv, privateDestinations }: Pick<Config, 'nodeEnv' | 'privateDestinations'>,
  answerBytesMax = answerBytesByDefault,
): Outbound => {
  const publicOnly = nodeEnv === 'production' && !privateDestinations;
  let opened: Promise<Opened> | undefined;
  // By the first call: most processes make none, and the library takes a tenth of a second to load.
  const open = async (): Promise<Opened> => {
    const { Agent, request } = await import('undici');
    const agent = new Agent({
      connections: connectionsPerHost,
      maxResponseSize: answerBytesMax,
      connect: { timeout: connectMs, ...(publicOnly && { lookup: publicLookup }) },
    });
    return { agent, request };
  };
  return {
    post: async (url, headers, body, timeoutMs) => {
      if (publicOnly && isPrivateHost(new URL(url).hostname)) throw new Error('the address is not a public one');
      const { agent, request } = await (opened ??= open());
      const giveUp = new AbortController();
      const call = async (): Promise<OutboundAnswer> => {
        const { statusCode, body: answer } = await request(url, {
          method: 'POST',
          headers,
          body,
          signal: giveUp.signal,
          dispatcher: agent,
        });
        return { status: statusCode, text: await answer.text() };
      };
      try {
        // The signal alone is not heard while a name is looked up or a connection is made.
        return await withTimeout(call(), timeoutMs);
      } finally {
        giveUp.abort();
      }
    },
    close: async () => {
      await (await opened)?.agent.destroy();
    },
  };
};
