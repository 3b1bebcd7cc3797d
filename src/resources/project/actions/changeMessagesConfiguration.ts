import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { MessagesConfiguration, type Project } from '../members.js';

export const changeMessagesConfiguration: Action<Project> = action(
  { messagesConfiguration: MessagesConfiguration },
  (project: Project, { messagesConfiguration }) =>
    sameValue(project.messages, messagesConfiguration) ? unchanged : { set: { messages: messagesConfiguration } },
);
