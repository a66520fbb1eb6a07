/**
 * Guards `fixedTexts` in `src/site.ts`, which the product's contract fixes to the
 * letter. Only the owner changes the contract, and then a text there and here.
 */
export const contract = {
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

/** The contract's sections in their order, each with the least of its cards, and the form and the fixed texts that it shows. */
// prettier-ignore
export const sections = [
  { id: 'hero', cards: 0, form: '#join', shows: ['socialProof'] },
  { id: 'problem', cards: 3, shows: [] },
  { id: 'platform', cards: 4, shows: [] },
  { id: 'future', cards: 3, shows: [] },
  { id: 'teams', cards: 4, shows: [] },
  { id: 'coming-soon', cards: 0, form: '#join-beta', shows: ['betaLaunch', 'perks'] },
] satisfies { id: string; cards: number; form?: string; shows: (keyof typeof contract)[] }[];

export const limits = { titleLetters: 70, imageBytes: 200_000 };
