/** What queues are called: in their keys, in figures, on the command line and on the queue page. */
export const indexingQueueName = 'order-indexing';

/** Of those that run on a schedule, once for all projects. */
export const scheduledQueueNames = {
  idleSearch: 'idle-search',
  refreshTokens: 'refresh-tokens',
  retention: 'retention',
  searchRenewal: 'search-renewal',
} as const;
