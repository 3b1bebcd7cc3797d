import { BroadcastChannel, threadId } from 'node:worker_threads';
import { type CommitCounts, workOf } from './ThreadMetrics.js';
import type { MetricFamily } from './MetricFamily.js';

type SurveyQuestion = 'metrics' | 'work' | 'flush';

interface QuestionMessage {
  readonly number: number;
  readonly question: SurveyQuestion;
}
interface SurveyAnswer {
  readonly threadId: number;
  readonly value: unknown;
}
interface AnswerMessage extends SurveyAnswer {
  readonly number: number;
}
type SurveyMessage = QuestionMessage | AnswerMessage;

/** `name` is unique to one service, since several services may share a process. */
const openChannel = (name: string, onMessage: (message: SurveyMessage) => void): BroadcastChannel => {
  const channel = new BroadcastChannel(`quayside:survey:${name}`);
  channel.onmessage = event => onMessage((event as { readonly data: SurveyMessage }).data);
  channel.unref();
  return channel;
};

/**
 * Asks all other threads of the service a question. It uses a channel of its own, since Piscina takes every message to
 * a worker for its own, and does not wait for threads that are busy or starting.
 */
export class ThreadSurvey {
  readonly #pending = new Map<number, (answer: SurveyAnswer) => void>();
  readonly #channel: BroadcastChannel;
  #lastNumber = 0;

  constructor(readonly name: string) {
    this.#channel = openChannel(name, message => {
      if ('value' in message) this.#pending.get(message.number)?.(message);
    });
  }

  /** Resolves to the answers of at most `count` threads that arrive in time. */
  ask(question: SurveyQuestion, count: number, timeoutMs: number): Promise<readonly SurveyAnswer[]> {
    if (count === 0) return Promise.resolve([]);
    const number = ++this.#lastNumber;
    const answers: SurveyAnswer[] = [];
    return new Promise(resolve => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#pending.delete(number);
        resolve(answers);
      };
      const timer = setTimeout(finish, timeoutMs);
      this.#pending.set(number, answer => {
        if (answers.push(answer) === count) finish();
      });
      this.#channel.postMessage({ number, question } satisfies QuestionMessage);
    });
  }

  close(): void {
    this.#channel.close();
  }
}

/** Answers the questions of a survey in this thread. */
const openSurveyResponder = (
  name: string,
  answers: Readonly<Record<SurveyQuestion, () => unknown>>,
): { close(): void } => {
  const answer = async ({ number, question }: QuestionMessage): Promise<void> => {
    const value: unknown = await answers[question]();
    channel.postMessage({ number, threadId, value } satisfies AnswerMessage);
  };
  const channel = openChannel(name, message => {
    // The answers of other threads arrive here too.
    if ('question' in message) void answer(message);
  });
  return { close: () => channel.close() };
};

interface SurveyedServices {
  readonly commitCounts: CommitCounts;
  readonly threadMetrics?: { families(): MetricFamily[] };
  readonly tracing?: { flush(): Promise<void> };
}

/** Answers the questions of the main thread (ThreadSurvey.ts); does nothing where the service has no survey channel. */
export const answerThreadSurvey = async (
  { surveyChannel }: { readonly surveyChannel?: string },
  opening: Promise<SurveyedServices>,
): Promise<void> => {
  if (surveyChannel === undefined) return;
  const { commitCounts, threadMetrics, tracing } = await opening;
  openSurveyResponder(surveyChannel, {
    metrics: () => threadMetrics?.families() ?? [],
    work: () => workOf(commitCounts),
    flush: () => tracing?.flush(),
  });
};
