/** A thread's answers to what the front asks (survey.ts); nothing where it asks nothing. */
import type { ServiceOptions, Services } from '../services/services.js';
import { answerSurvey } from './survey.js';

export const answerFor = async ({ survey }: ServiceOptions, opening: Promise<Services>): Promise<void> => {
  if (survey === undefined) return;
  const { figures, tracing } = await opening;
  answerSurvey(survey, { figures: () => figures?.families() ?? [], flush: () => tracing?.flush() });
};
