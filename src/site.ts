import type { FixedTexts } from './fixed-texts.ts';

/** The site's name, URLs, e-mail and links. Everything in this file is sent to the browser. */
export const site = {
  name: 'Briefloom',
  url: 'https://briefloom.com',
  contact: 'hello@briefloom.com',
  /** Links in the header to other pages, one line per link: `{ name: 'Pricing', url: '/pricing/' },` */
  headerLinks: [
  ] as { name: string; url: string }[],
  /** One line per network; `icon` is the name of an outline icon on https://tabler.io/icons. */
  social: [
    { name: 'Twitter', icon: 'brand-twitter', url: 'https://twitter.com/briefloom' },
    { name: 'LinkedIn', icon: 'brand-linkedin', url: 'https://www.linkedin.com/company/briefloom' },
    { name: 'GitHub', icon: 'brand-github', url: 'https://github.com/briefloom' },
  ],
} as const;

/**
 * Texts that are promised word for word. Only the owner may change a text, here and in
 * `fixed-texts.ts`.
 */
export const fixedTexts = {
  socialProof: 'Join 500+ agencies already on the waitlist',
  betaLaunch: 'Beta launching Q1 2026',
  perks: 'Early access perks included',
  placeholder: 'Enter your email',
  join: 'Join Waitlist',
  joining: 'Joining...',
  joined: "You're on the list",
  success: "You're on the list! Check your email for updates.",
  sentTo: 'We’ll write to {email}.',
  joinAgain: 'Mistyped? Join again',
  duplicate: 'This email is already on the waitlist!',
  serverError: 'Something went wrong. Please try again.',
  networkError: 'Network error. Please check your connection and try again.',
  writeTo: 'Or write to {contact}.',
} as const satisfies FixedTexts;
