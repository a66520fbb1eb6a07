import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// jsdom has no layout, and so nothing that scrolls.
Element.prototype.scrollIntoView = () => undefined;
