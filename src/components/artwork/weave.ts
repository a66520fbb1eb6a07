/** One tile of the cloth, 22 units wide and high. A thread has a gap where it passes under another. */
export const weave =
  'M5.5 0v14m0 5v3M16.5 0v3m0 5v14M0 5.5h3m5 0h14M0 16.5h14m5 0h3';
