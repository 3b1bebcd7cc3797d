/** What the random walk should do at least once: every update action, and every path that writes. */
import type { TSchema } from '@sinclair/typebox';
import type { Route } from '../../src/http/routing/Route.js';
import { routes } from '../../src/http/routes/routes.js';
import { definitions } from '../../src/commerce/resources/index.js';
import {
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
} from '../../src/commerce/resources/customer/commands/password.js';
import { CustomerEmailVerify, CustomerCreateEmailToken } from '../../src/commerce/resources/customer/commands/email.js';
import { CustomerSignin, MyCustomerSignin } from '../../src/commerce/resources/customer/commands/signIn.js';

export interface Goal {
  readonly name: string;
  readonly route: Route;
  /** The update action; absent: a path. */
  readonly action?: string;
}

const byTypeId = new Map(definitions.map(each => [each.typeId as string, each]));
export const definitionOf = ({ typeId }: Route) => byTypeId.get(typeId ?? '');
export const isUpdate = ({ verb }: Route): boolean => verb.name.startsWith('update');
export const isRemoval = ({ method }: Route): boolean => method === 'DELETE';

/** Schemas of the update actions of a path. */
export const actionsOf = (route: Route): Readonly<Record<string, { readonly schema: TSchema }>> => {
  const definition = definitionOf(route);
  return (route.own === true ? definition?.own?.actions : definition?.actions) ?? {};
};

const commandSchemas: ReadonlyMap<string, readonly [merchant: TSchema, own?: TSchema]> = new Map([
  ['signIn', [CustomerSignin, MyCustomerSignin]],
  ['changePassword', [CustomerChangePassword, MyCustomerChangePassword]],
  ['createPasswordToken', [CustomerCreatePasswordResetToken]],
  ['resetPassword', [CustomerResetPassword]],
  ['createEmailToken', [CustomerCreateEmailToken]],
  ['confirmEmail', [CustomerEmailVerify]],
]);

/** The schema of a draft, or of a command's body. */
export const draftSchemaOf = (route: Route): TSchema | undefined => {
  const [merchant, own = merchant] = commandSchemas.get(route.verb.name) ?? [];
  if (merchant !== undefined) return route.own === true ? own : merchant;
  const definition = definitionOf(route);
  const declared = route.own === true ? definition?.own : definition;
  const { creation } = route;
  return creation === undefined ? declared?.draft?.schema : declared?.creations?.[creation]?.schema;
};

const writing = routes.filter(
  ({ method, typeId, verb }) =>
    typeId !== undefined && (method === 'POST' || method === 'DELETE') && verb.name !== 'searchOrders',
);

export const actionGoalName = ({ own, typeId }: Route, action: string): string =>
  `${own === true ? 'me/' : ''}${typeId} ${action}`;

const actionGoals: readonly Goal[] = writing
  .filter(isUpdate)
  .flatMap(route =>
    Object.keys(actionsOf(route)).map(action => ({ name: actionGoalName(route, action), route, action })),
  );

/** Each update action with all of its paths, which one of them reaches, and each path. */
export const goals: ReadonlyMap<string, readonly Goal[]> = new Map<string, readonly Goal[]>([
  ...[...new Set(actionGoals.map(({ name }) => name))].map(
    name => [name, actionGoals.filter(goal => goal.name === name)] as const,
  ),
  ...writing.map(route => {
    const name = `${route.method} ${route.path}`;
    return [name, [{ name, route }]] as const;
  }),
]);
