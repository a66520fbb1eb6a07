import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library's default, a second, is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 });
afterEach(cleanup);

// jsdom has no layout, and so nothing that scrolls.
Element.prototype.scrollIntoView = () => undefined;
