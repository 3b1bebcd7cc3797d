/**
 * Shows an error in place of a page that failed, for example because its code could not be loaded without a connection,
 * so that the navigation stays. Another page, or another key of the boundary, resets it.
 */
import { Component, type ReactNode } from 'react';
import { LoadError } from './LoadError';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

export class PageBoundary extends Component<PageBoundaryProps, { readonly error: unknown }> {
  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override state: { readonly error: unknown } = { error: undefined };

  override render(): ReactNode {
    const { error } = this.state;
    // The browser remembers the failure of a code file until the page is reloaded.
    return error === undefined ? this.props.children : <LoadError of={{ error, refetch: () => location.reload() }} />;
  }
}
