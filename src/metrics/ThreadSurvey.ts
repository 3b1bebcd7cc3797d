/**
 * Asks all other threads of the service the same, at once. The pool's own messages are Piscina's business, so that questions
 * go by a channel of the service's; who is busy, or starts up, is not waited for.
 */
import { BroadcastChannel, threadId } from 'node:worker_threads';

export type Question = 'figures' | 'flush';

interface Asked {
  readonly number: number;
  readonly question: Question;
}
export interface Answered {
  readonly threadId: number;
  readonly value: unknown;
}
interface Reply extends Answered {
  readonly number: number;
}

export interface ThreadSurvey {
  readonly name: string;
  /** What at most `count` threads answer in time. */
  ask(question: Question, count: number, timeoutMs: number): Promise<readonly Answered[]>;
  close(): void;
}

/** `name` is this service's alone: several may share a process. */
const open = (name: string, heard: (data: unknown) => void): BroadcastChannel => {
  const channel = new BroadcastChannel(`quayside:survey:${name}`);
  channel.onmessage = event => heard((event as { readonly data: unknown }).data);
  channel.unref();
  return channel;
};

export const createSurvey = (name: string): ThreadSurvey => {
  const waiting = new Map<number, (answer: Answered) => void>();
  const channel = open(name, data => waiting.get((data as Reply).number)?.(data as Reply));
  let next = 0;
  return {
    name,
    ask: (question, count, timeoutMs) =>
      new Promise(resolve => {
        if (count === 0) return resolve([]);
        const number = next++;
        const answers: Answered[] = [];
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(number);
          resolve(answers);
        };
        const timer = setTimeout(end, timeoutMs);
        waiting.set(number, answer => {
          if (answers.push(answer) === count) end();
        });
        channel.postMessage({ number, question } satisfies Asked);
      }),
    close: () => channel.close(),
  };
};

export const openSurveyResponder = (
  name: string,
  answers: Readonly<Record<Question, () => unknown>>,
): { close(): void } => {
  const channel = open(name, async data => {
    const { number, question } = data as Asked & Partial<Reply>;
    // What others answer is heard here too.
    if (question === undefined) return;
    const value: unknown = await answers[question]();
    channel.postMessage({ number, threadId, value } satisfies Reply);
  });
  return { close: () => channel.close() };
};
