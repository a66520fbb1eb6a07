import { useStore } from '@nanostores/react';
import { useEffect, type ReactNode } from 'react';
import { showScroll } from '../browser/pageScroll.ts';
import { HeaderBar, joinClass, Logo } from '../react/HeaderBar.tsx';
import { Text } from '../react/Text.tsx';
import { fixedTexts } from '../fixed-texts.ts';
import { $waitlist } from '../stores/waitlist.ts';

/**
 * The front page's header. It becomes dark and translucent when the page is scrolled. Its button
 * leads to the first form; its children are the links to other pages. browser/loading handles the scroll
 * and the click, before hydration and after it.
 */
export default function ScrollHeader({ children }: { children?: ReactNode }) {
  const { status } = useStore($waitlist, { ssr: 'initial' });
  const hasJoined = status === 'success';
  // React may have rendered the header anew, as at the top of the page.
  useEffect(showScroll, []);

  return (
    <HeaderBar isScrolled={false} logo={<Logo />} links={children}>
      <button type="button" className={`${joinClass} noscript:hidden`}>
        <Text className={hasJoined ? 'invisible' : undefined}>
          {fixedTexts.join}
        </Text>
        <Text className={hasJoined ? undefined : 'invisible'}>
          {fixedTexts.joined}
        </Text>
      </button>
    </HeaderBar>
  );
}
