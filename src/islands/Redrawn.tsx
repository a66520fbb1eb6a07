import { Component, type ReactNode, type RefObject } from 'react';

interface Props {
  /** The one element that `children` draw, and the only one in its parent: the island. */
  root: RefObject<HTMLElement | null>;
  children: ReactNode;
  /** Called after the elements have been drawn anew. */
  onRedraw?: () => void;
}

interface State {
  hasFailed: boolean;
}

/**
 * Draws its children anew if React cannot change their elements: React throws where
 * a translator or an add-on has moved or removed one. What the parent component
 * knows, such as the text of a field, outlives that.
 */
export class Redrawn extends Component<Props, State> {
  declare parent: ParentNode | null | undefined;

  constructor(props: Props) {
    super(props);
    this.state = { hasFailed: false };
  }

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidMount() {
    this.parent = this.props.root.current?.parentNode;
  }

  override componentDidCatch() {
    this.setState({ hasFailed: false });
  }

  // React has let go of the old elements. Those that it could not remove are left.
  override getSnapshotBeforeUpdate(_props: Props, { hasFailed }: State) {
    if (hasFailed && !this.state.hasFailed) this.parent?.replaceChildren();
    return null;
  }

  override componentDidUpdate(_props: Props, { hasFailed }: State) {
    if (hasFailed && !this.state.hasFailed) this.props.onRedraw?.();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
