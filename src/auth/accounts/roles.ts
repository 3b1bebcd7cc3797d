/** The permissions of accounts of the administration console: one row for each role. */
import { impliedScopeNames, namedScopesOnly } from '../../base/credentials/scopes.js';
import { scopeTable } from '../../base/credentials/scopeTable.js';

/** Permissions that concern the server, and no project. */
export type ServerPermission =
  | 'manage_accounts'
  | 'manage_projects'
  /** To send resources of a project to its API extensions, and to see their answers. */
  | 'test_extensions'
  | 'view_audit_entries'
  | 'view_figures'
  | 'verify_projects';

interface RoleRow {
  /** Names of scopes (base/credentials/scopeTable.ts), which the role has in each project of the account. */
  readonly scopes: readonly string[];
  readonly server: readonly ServerPermission[];
}

export const roleNames = ['viewer', 'support', 'merchandiser', 'operator', 'administrator'] as const;

export type Role = (typeof roleNames)[number];

const viewing = [...scopeTable.keys()].filter(name => name.startsWith('view_'));

const managing = (...subjects: readonly string[]): readonly string[] => [
  ...viewing,
  ...subjects.map(subject => `manage_${subject}`),
];

const roles: Readonly<Record<Role, RoleRow>> = {
  viewer: { scopes: viewing, server: [] },
  support: {
    scopes: managing(
      'orders',
      'order_edits',
      'states',
      'customers',
      'business_units',
      'payments',
      'shopping_lists',
      'quotes',
      'quote_requests',
      'staged_quotes',
    ),
    server: [],
  },
  merchandiser: {
    scopes: managing(
      'products',
      'product_types',
      'product_discounts',
      'channels',
      'shipping_methods',
      'zones',
      'product_selections',
      'standalone_prices',
      'customer_groups',
      'recurrence_policies',
      'categories',
      'attribute_groups',
      'cart_discounts',
      'discount_codes',
      'discount_groups',
    ),
    server: [],
  },
  operator: {
    scopes: managing(
      'project_settings',
      'extensions',
      'subscriptions',
      'types',
      'key_value_documents',
      'states',
      'stores',
      'shipping_methods',
      'zones',
      'tax_categories',
    ),
    server: ['test_extensions', 'view_audit_entries', 'view_figures', 'verify_projects'],
  },
  administrator: {
    scopes: ['manage_project'],
    server: [
      'manage_accounts',
      'manage_projects',
      'test_extensions',
      'view_audit_entries',
      'view_figures',
      'verify_projects',
    ],
  },
};

/** The scopes of a role in a project, in wire form. */
export const roleScope = (role: Role, projectKey: string): string =>
  [namedScopesOnly, ...roles[role].scopes.map(name => `${name}:${projectKey}`)].join(' ');

export const hasPermission = (role: Role, permission: ServerPermission): boolean =>
  roles[role].server.includes(permission);

/** Returns the permissions of a role: its scopes in each project, implied ones included, and those on the server. */
export const permissionsOf = (role: Role): readonly string[] => [
  ...impliedScopeNames(roles[role].scopes),
  ...roles[role].server,
];
