import type { TFunction } from 'i18next';
import { ApiError } from './ApiError';

/** Every entry of an error response in a line of its own; what happened, where there was no response. */
export const errorText = (error: unknown, t: TFunction): string => {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (error.statusCode === 0) return t('errors.unreachable');
  const lines = error.errors.map(({ message }) => message);
  return lines.length === 0 ? error.message : lines.join('\n');
};
