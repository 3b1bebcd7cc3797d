/** Test calls of API extensions, which send a stored resource and write nothing. */
import type { Resource } from './Resource';
import type { ErrorEntry } from './ApiError';
import { send } from './send';

export interface ExtensionTestRequest {
  readonly projectKey: string;
  readonly extensionId: string;
  readonly action: string;
  readonly resourceTypeId: string;
  readonly resourceId?: string;
  readonly resourceKey?: string;
}

export interface ExtensionTest {
  readonly isTriggered: boolean;
  readonly call?: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly durationMs: number;
    readonly response?: { readonly status: number; readonly text: string };
    readonly reason?: string;
  };
  readonly meaning:
    | { readonly outcome: 'accepted' }
    | { readonly outcome: 'changed'; readonly actions: readonly unknown[]; readonly resource: Resource }
    | { readonly outcome: 'refused' | 'actionsFailed' | 'failed'; readonly errors: readonly ErrorEntry[] };
}

export const testExtension = (request: ExtensionTestRequest): Promise<ExtensionTest> =>
  send('/-/extension-tests', { method: 'POST', body: request });
