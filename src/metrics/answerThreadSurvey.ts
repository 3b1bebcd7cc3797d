/** A thread's answers to what the front asks (survey.ts); nothing where it asks nothing. */
import type { ServiceOptions, Services } from '../services/services.js';
import { openSurveyResponder } from './ThreadSurvey.js';

export const answerThreadSurvey = async ({ survey }: ServiceOptions, opening: Promise<Services>): Promise<void> => {
  if (survey === undefined) return;
  const { figures, tracing } = await opening;
  openSurveyResponder(survey, { figures: () => figures?.families() ?? [], flush: () => tracing?.flush() });
};
