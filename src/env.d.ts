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
