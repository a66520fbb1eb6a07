/** What the page says in more than one place. Everything here ships to the browser. */
export const site = {
  name: 'Briefloom',
  url: 'https://briefloom.com',
  themeColor: '#0a0d12',
  betaLaunch: 'Beta launching Q1 2026',
  perks: 'Early access perks included',
  socialProof: 'Join 500+ agencies already on the waitlist',
  social: {
    twitter: 'https://twitter.com/briefloom',
    linkedin: 'https://www.linkedin.com/company/briefloom',
    github: 'https://github.com/briefloom',
  },
} as const;
