import type { ActionTable } from '../../engine/define/Action.js';
import { action, change, set } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import { assertPassword } from '../../resources/customer/password.js';
import { Text } from '../../schema/primitives.js';
import { type Account, AccountName, ProjectKeys, RoleName } from './members.js';

export const actions: ActionTable<Account> = {
  setName: change<Account>('name', AccountName),
  setRole: change<Account>('role', RoleName),
  setProjects: set<Account>('projects', ProjectKeys),
  setPassword: action({ password: Text }, (_account: Account, { password }) => {
    assertPassword(password);
    return { set: {}, requestedEffects: { newPassword: password } };
  }),
  disable: action({}, ({ disabled }: Account) => (disabled === true ? unchanged : { set: { disabled: true } })),
  enable: action({}, ({ disabled }: Account) => (disabled === true ? { set: { disabled: undefined } } : unchanged)),
};
