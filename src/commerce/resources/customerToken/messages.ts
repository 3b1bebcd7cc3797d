import { DateTime, Flag, Text } from '../../../engine/schema/primitives.js';

const created = { customerId: Text, expiresAt: DateTime, invalidateOlderTokens: Flag };

export const messages = { CustomerEmailTokenCreated: created, CustomerPasswordTokenCreated: created };

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly customerToken: typeof messages;
  }
}
