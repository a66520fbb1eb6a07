/** One tile of the cloth, 22 by 22: where a thread passes under another, it is left out. */
export const weave =
  'M5.5 0v14m0 5v3M16.5 0v3m0 5v14M0 5.5h3m5 0h14M0 16.5h14m5 0h3';
