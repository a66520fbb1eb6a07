import { Component, type ReactNode, type RefObject } from 'react';

interface Props {
  /** The one element that `children` draw, and the only one in its parent: the island. */
  root: RefObject<HTMLElement | null>;
  children: ReactNode;
  /** Whether the elements that count are still on the page. */
  isWhole: () => boolean;
  /** Called after the elements have been drawn anew. */
  onRedraw?: () => void;
}

interface State {
  /** Whether nothing is drawn, for a moment. */
  isCleared: boolean;
}

/**
 * Draws its children anew if React cannot change their elements, or if some are gone:
 * translators and add-ons move and remove them, and React then throws, or writes where
 * nobody sees it. What the parent component knows, such as a typed text, outlives that.
 */
export class Redrawn extends Component<Props, State> {
  declare parent: ParentNode | null | undefined;

  constructor(props: Props) {
    super(props);
    this.state = { isCleared: false };
  }

  static getDerivedStateFromError(): State {
    return { isCleared: true };
  }

  override componentDidMount() {
    this.parent = this.props.root.current?.parentNode;
  }

  // React has let go of the old elements. Those that it could not remove are left.
  override getSnapshotBeforeUpdate(_props: Props, { isCleared }: State) {
    if (isCleared && !this.state.isCleared) this.parent?.replaceChildren();
    return null;
  }

  override componentDidUpdate(_props: Props, { isCleared }: State) {
    if (this.state.isCleared) this.setState({ isCleared: false });
    else if (isCleared) this.props.onRedraw?.();
    else if (!this.props.isWhole()) this.setState({ isCleared: true });
  }

  override render() {
    return this.state.isCleared ? null : this.props.children;
  }
}
