/** Records what a call of an extension sent and received, so that a test of the extension shows it. */
import type { Outbound, OutboundResponse } from '../../base/net/HttpOutbound.js';
import { masked, maskedHeader } from '../../engine/schema/externalService.js';

export interface RecordedCall {
  readonly url: string;
  /** Headers that authenticate the project are masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly durationMs: number;
  /** Absent if no response came. */
  readonly response?: OutboundResponse;
  /** The reason that no response came. */
  readonly reason?: string;
}

const ownHeaders: ReadonlySet<string> = new Set(['content-type', 'accept', 'x-correlation-id']);

const maskSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (ownHeaders.has(name)) return [name, value];
      return [name, name === 'authorization' ? maskedHeader(value) : masked];
    }),
  );

/** Calls through another outbound and records each call; a failed call still throws its error. */
export const recordingOutbound = (
  outbound: Pick<Outbound, 'post'>,
  record: (call: RecordedCall) => void,
): Pick<Outbound, 'post'> => ({
  post: async (url, headers, body, timeoutMs) => {
    const startedMs = performance.now();
    const sent = { url, headers: maskSecrets(headers), body };
    const durationMs = (): number => Math.round(performance.now() - startedMs);
    try {
      const response = await outbound.post(url, headers, body, timeoutMs);
      record({ ...sent, durationMs: durationMs(), response });
      return response;
    } catch (error) {
      record({ ...sent, durationMs: durationMs(), reason: (error as Error).message });
      throw error;
    }
  },
});
