/** The pages that concern the server or a whole project, with the permission that each needs. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Session } from '../api/session';
import type { ServerPageProps } from '../session/useSession';

export interface ServerPageRow {
  /** The path below `/console/{projectKey}`. */
  readonly path: string;
  /** Permissions on the server and names of scopes, one of which suffices. If empty, everybody may open the page. */
  readonly permissions: readonly string[];
  /** The text of its link; absent for a page that another page links to. */
  readonly label?: string;
  /** The page, which is loaded when it is opened. */
  readonly Page: LazyExoticComponent<ComponentType<ServerPageProps>>;
}

export const serverPages: readonly ServerPageRow[] = [
  {
    path: '-/start',
    permissions: ['manage_projects'],
    label: 'guide.title',
    Page: lazy(() => import('../guide/GuidePage')),
  },
  {
    path: '-/settings',
    permissions: ['manage_project', 'manage_project_settings', 'view_project_settings'],
    label: 'projectSettings.title',
    Page: lazy(() => import('../projects/ProjectSettingsPage')),
  },
  {
    path: '-/operations',
    permissions: ['manage_project', 'manage_project_settings', 'view_figures'],
    label: 'operations.title',
    Page: lazy(() => import('../operations/OperationsPage')),
  },
  {
    path: '-/jobs',
    permissions: ['manage_project', 'manage_project_settings'],
    label: 'jobs.title',
    Page: lazy(() => import('../jobs/JobsPage')),
  },
  {
    path: '-/messages',
    permissions: ['manage_project', 'view_messages'],
    label: 'messages.title',
    Page: lazy(() => import('../messages/MessagesPage')),
  },
  {
    path: '-/projects',
    permissions: ['manage_projects'],
    label: 'projects.title',
    Page: lazy(() => import('../projects/ProjectsPage')),
  },
  {
    path: '-/projects/create',
    permissions: ['manage_projects'],
    Page: lazy(() => import('../projects/CreateProjectPage')),
  },
  ...(
    [
      ['import', lazy(() => import('../products/ProductImportPage'))],
      ['create', lazy(() => import('../products/CreateProductPage'))],
    ] as const
  ).map(([name, Page]) => ({ path: `products/${name}`, permissions: ['manage_project', 'manage_products'], Page })),
  {
    path: 'api-clients/create',
    permissions: ['manage_project', 'manage_api_clients'],
    Page: lazy(() => import('../projects/CreateApiClientPage')),
  },
  {
    path: 'customers/create',
    permissions: ['manage_project', 'manage_customers'],
    Page: lazy(() => import('../customers/CreateCustomerPage')),
  },
  {
    path: 'orders/create',
    permissions: ['manage_project', 'manage_orders'],
    Page: lazy(() => import('../customers/StartOrderPage')),
  },
  ...(
    [
      ['cart-discounts', 'manage_cart_discounts'],
      ['product-discounts', 'manage_products'],
    ] as const
  ).flatMap(([path, scope]) => [
    {
      path: `${path}/create`,
      permissions: ['manage_project', scope],
      Page: lazy(() => import('../campaigns/CreateCampaignPage')),
    },
    { path: `${path}/order`, permissions: [], Page: lazy(() => import('../campaigns/OrderPage')) },
    { path: `${path}/calendar`, permissions: [], Page: lazy(() => import('../campaigns/CalendarPage')) },
  ]),
  // These pages need no permission here: the API requires the scopes of discounts, states and categories.
  { path: 'states/graph', permissions: [], Page: lazy(() => import('../workflow/WorkflowPage')) },
  { path: 'categories/tree', permissions: [], Page: lazy(() => import('../categories/CategoryTreePage')) },
  {
    path: '-/accounts',
    permissions: ['manage_accounts'],
    label: 'accounts.title',
    Page: lazy(() => import('../accounts/AccountsPage')),
  },
  {
    path: '-/audit',
    permissions: ['view_audit_entries'],
    label: 'audit.title',
    Page: lazy(() => import('../accounts/AuditPage')),
  },
  { path: '-/password', permissions: [], Page: lazy(() => import('../accounts/PasswordPage')) },
];

export const isPermitted = ({ permissions }: ServerPageRow, session: Session): boolean =>
  permissions.length === 0 || permissions.some(each => session.permissions.includes(each));
