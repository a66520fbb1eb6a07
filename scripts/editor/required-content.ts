import type { fixedTexts } from '../../src/site.ts';

/**
 * What `fixedTexts` in `src/site.ts` must say. Only the owner may change a text: its
 * line there, and the same line here. The list is here a second time so that the check
 * notices a change by mistake, and can say what the text was.
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
