import { readFileSync } from 'node:fs';
import type { fixedTexts } from '../../src/site.ts';
import type { Finding } from './finding.ts';

/**
 * What `fixedTexts` in `src/site.ts` must say. Only the owner may change a text: its
 * line there, and the same line here. The list is here a second time so that a change
 * by mistake is noticed, and so that the check can say what the text was.
 */
// prettier-ignore
export const requiredTexts: Record<keyof typeof fixedTexts, string> = {
  socialProof: 'Join 500+ agencies already on the waitlist',
  betaLaunch: 'Beta launching Q1 2026',
  perks: 'Early access perks included',
  placeholder: 'Enter your email',
  join: 'Join Waitlist',
  joining: 'Joining...',
  joined: "You're on the list",
  success: "You're on the list! Check your email for updates.",
  duplicate: 'This email is already on the waitlist!',
  serverError: 'Something went wrong. Please try again.',
  networkError: 'Network error. Please check your connection and try again.',
};

interface RequiredSection {
  id: string;
  /** The fewest cards. */
  cards: number;
  /** The id of its form. */
  form?: string;
  /** The fixed texts that it shows. */
  texts: (keyof typeof requiredTexts)[];
}

/** The sections that the page must have, in this order. */
// prettier-ignore
export const requiredSections: RequiredSection[] = [
  { id: 'hero', cards: 0, form: 'join', texts: ['socialProof'] },
  { id: 'problem', cards: 3, texts: [] },
  { id: 'platform', cards: 4, texts: [] },
  { id: 'future', cards: 3, texts: [] },
  { id: 'teams', cards: 4, texts: [] },
  { id: 'coming-soon', cards: 0, form: 'join-beta', texts: ['betaLaunch', 'perks'] },
];

/** The fixed texts that are changed or lost. */
export function* changedTexts(
  given: Partial<Record<string, string>>,
): Generator<Finding> {
  const lines = readFileSync('src/site.ts', 'utf8').split('\n');
  const lineOf = (text: string) =>
    lines.findIndex((line) => line.includes(text)) + 1;
  for (const [name, text] of Object.entries(requiredTexts))
    if (given[name] !== text)
      yield {
        // A line that is lost has the place of the list.
        place: `src/site.ts:${lineOf(`  ${name}:`) || lineOf('fixedTexts')}`,
        advice: `This text is fixed. It must be  ${name}: ${JSON.stringify(text)},  again. Only the owner may change it, here and in scripts/editor/required-content.ts.`,
      };
}
