import { ApiError } from '../errors/ApiError.js';
import { toApiError } from './redisErrors.js';

const unavailableStatus = 503;

/** Whether an error says that Redis, and not the request, is the cause of a failure. */
export const isRedisUnavailable = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === unavailableStatus : toApiError(error) !== undefined;
