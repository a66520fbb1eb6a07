import type { ReactNode } from 'react';
import { firstForm } from '../browser/goToForm.ts';
import { fixedTexts } from '../fixed-texts.ts';
import { HeaderBar, joinClass, Logo } from './HeaderBar.tsx';
import { Text } from './Text.tsx';

/**
 * The header of every page except the front page. It is plain HTML without a script: its links lead
 * to the front page and to the first form there.
 */
export function PageHeader({ children }: { children?: ReactNode }) {
  return (
    <HeaderBar
      isScrolled
      logo={
        <a href="/" className="flex min-h-11 min-w-0 items-center">
          <Logo />
        </a>
      }
      links={children}
    >
      <a href={`/${firstForm}`} className={joinClass}>
        <Text>{fixedTexts.join}</Text>
      </a>
    </HeaderBar>
  );
}
