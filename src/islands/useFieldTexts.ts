import { useLayoutEffect, useState, type RefObject } from 'react';

/** What the fields of a form hold, by their names. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The browser may fill a field before hydration or restore it later; add-ons do it without any event, so it is read again when the visitor reaches for the button. */
const reasonsToRead = [
  'input',
  'pageshow',
  'pointerover',
  'pointermove',
  'pointerdown',
  'keydown',
];

/** What the fields of a form hold, whoever has filled them. */
export function useFieldTexts(
  form: RefObject<HTMLFormElement | null>,
): FieldTexts {
  const [texts, setTexts] = useState<FieldTexts>({});
  useLayoutEffect(() => {
    function read() {
      setTexts((before) => {
        // Of a field that an add-on has taken away, the last text stays.
        const now = { ...before, ...readFieldTexts(form.current) };
        return JSON.stringify(before) === JSON.stringify(now) ? before : now;
      });
    }
    read();
    for (const type of reasonsToRead) addEventListener(type, read, true);
    return () => {
      for (const type of reasonsToRead) removeEventListener(type, read, true);
    };
  }, [form]);
  return texts;
}

export function readFieldTexts(form: HTMLFormElement | null): FieldTexts {
  const fields = form?.querySelectorAll<HTMLInputElement>('[name]') ?? [];
  const texts = Array.from(fields, ({ name, value }) => [name, value]);
  // Of a field that somebody has doubled, the first counts.
  return Object.fromEntries(texts.reverse());
}
