/** Names of the queues, as in Redis keys, metrics, the command line and the queue page. */
export const indexingQueueName = 'order-indexing';
export const fieldIndexQueueName = 'field-indexes';
export const categoryMovesQueueName = 'category-moves';
export const definitionChangesQueueName = 'definition-changes';
export const sampleShopQueueName = 'sample-shop';
export const verificationQueueName = 'verification';

/** Queues of the scheduled jobs, which run once for all projects. */
export const scheduledQueueNames = {
  idleSearch: 'idle-search',
  refreshTokens: 'refresh-tokens',
  retention: 'retention',
  searchRenewal: 'search-renewal',
} as const;

/** Queues whose runs belong to one project each. */
export const projectQueueNames = [
  indexingQueueName,
  fieldIndexQueueName,
  categoryMovesQueueName,
  definitionChangesQueueName,
  sampleShopQueueName,
  verificationQueueName,
] as const;

export const runStates = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export type RunState = (typeof runStates)[number];
