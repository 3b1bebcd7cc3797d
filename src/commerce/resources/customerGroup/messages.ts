import { customFieldMessageTable } from '../shared/customFieldMessageTable.js';

export const messages = customFieldMessageTable('CustomerGroup', {}, 'old');

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly customerGroup: typeof messages;
  }
}
