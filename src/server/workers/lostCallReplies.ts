/** The replies to calls that their worker does not answer. */
import { type ApiError, fail } from '../../base/errors/ApiError.js';
import { countUnavailable, UnavailableError } from '../../base/errors/UnavailableError.js';
import type { CallReply } from '../../operations/Call.js';
import type { PendingCall } from './WorkerConnection.js';

type LostCall = Pick<PendingCall, 'call'>;

const replyOf = ({ call }: LostCall, error: ApiError): CallReply => {
  countUnavailable(error);
  return {
    status: error.status,
    body: JSON.stringify(error.toBody(call.authorization !== undefined)),
    headers: error.headers,
  };
};

/** The reply to a call whose worker has died. */
export const lostCallReply = (call: LostCall): CallReply =>
  replyOf(call, fail('General', { correlationId: 'see the header X-Correlation-ID' }));

/** The reply to a call that a worker had begun when it was replaced. */
export const replacedCallReply = (call: LostCall): CallReply =>
  replyOf(
    call,
    new UnavailableError(
      'worker_replaced',
      'The worker of the request did not come back and was replaced. A change may have been carried out.',
    ),
  );
