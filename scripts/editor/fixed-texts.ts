/** What `fixedTexts` in `src/site.ts` must say. Only the owner may change a text: its line here, and the same line there. */
// prettier-ignore
export const promisedTexts = {
  socialProof: 'Join 500+ agencies already on the waitlist',
  betaLaunch: 'Beta launching Q1 2026',
  perks: 'Early access perks included',
  placeholder: 'Enter your email',
  join: 'Join Waitlist',
  joining: 'Joining...',
  joined: "You're on the list",
  success: "You're on the list! Check your email for updates.",
  duplicate: 'This email is already on the waitlist!',
  refused: 'Something went wrong. Please try again.',
  unanswered: 'Network error. Please check your connection and try again.',
};

/** The sections that the page must have, in this order: the fewest cards of each, its form's id, and the fixed texts it shows. */
// prettier-ignore
export const promisedSections = [
  { id: 'hero', cards: 0, form: 'join', texts: ['socialProof'] },
  { id: 'problem', cards: 3, texts: [] },
  { id: 'platform', cards: 4, texts: [] },
  { id: 'future', cards: 3, texts: [] },
  { id: 'teams', cards: 4, texts: [] },
  { id: 'coming-soon', cards: 0, form: 'join-beta', texts: ['betaLaunch', 'perks'] },
] satisfies { id: string; cards: number; form?: string; texts: (keyof typeof promisedTexts)[] }[];
