/** Cameras write the ending of a picture's name in capitals. Astro itself declares only small letters. */
declare module '*.JPG' {
  const metadata: ImageMetadata;
  export default metadata;
}

declare module '*.JPEG' {
  const metadata: ImageMetadata;
  export default metadata;
}

declare module '*.PNG' {
  const metadata: ImageMetadata;
  export default metadata;
}

/** The ES module of the package, which has no types. (Node and Vite take `punycode` for Node's own module.) */
declare module 'punycode/punycode.es6.js' {
  export function decode(label: string): string;
}
