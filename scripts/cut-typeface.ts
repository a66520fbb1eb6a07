/** Writes the page's typeface anew out of its npm package. */
import { writeFile } from 'node:fs/promises';
import { basicLatin, cutTypeface } from '../src/typeface/cut.ts';

const file = new URL('../src/typeface/newsreader.woff2', import.meta.url);
await writeFile(file, await cutTypeface(basicLatin, 'woff2'));
