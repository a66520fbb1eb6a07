/** @type {import('tailwindcss').Config} */
module.exports = {
  content: ['./src/**/*.{astro,tsx}'],
  theme: {
    extend: {
      colors: {
        page: '#0a0d12',
        raised: '#0f141b',
        card: '#141b24',
        line: '#263241',
        text: '#eef2f6',
        soft: '#b7c2cf',
        faint: '#8d9aab',
        accent: '#ffb84d',
        thread: '#5eead4',
        success: '#4ade80',
        error: '#f87171',
      },
      fontFamily: {
        serif: [
          'Charter',
          '"Bitstream Charter"',
          '"Sitka Text"',
          'Cambria',
          '"Noto Serif"',
          'serif',
        ],
      },
    },
  },
};
