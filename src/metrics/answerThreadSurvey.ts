import type { CommitCounts } from './CommitCounts.js';
import type { MetricFamily } from './MetricFamily.js';
import { workOf } from './threadWork.js';
import { openSurveyResponder } from './ThreadSurvey.js';

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
