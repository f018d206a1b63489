import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** A changed key renders the children again. */
  readonly resetKey?: string;
  /** Rendered instead of failed children. `retry` renders them again. */
  readonly failed: ReactNode | ((error: unknown, retry: () => void) => ReactNode);
  readonly onFailed?: (error: unknown, retry: () => void) => void;
  readonly children: ReactNode;
}
type Failure = { readonly error: unknown };
type BoundaryState = {
  readonly resetKey?: string | undefined;
  readonly failure: Failure | undefined;
};

/** Error boundary around a part of a screen: the rest stays. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError = (error: unknown): Partial<BoundaryState> => ({
    failure: { error },
  });

  static getDerivedStateFromProps(
    { resetKey }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState {
    return resetKey === state.resetKey ? state : { resetKey, failure: undefined };
  }

  private readonly retry = (): void => this.setState({ failure: undefined });

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.props.onFailed?.(error, this.retry);
  }

  override render(): ReactNode {
    const { failed, children } = this.props;
    const { failure } = this.state;
    if (!failure) return children;
    return typeof failed === 'function' ? failed(failure.error, this.retry) : failed;
  }
}
