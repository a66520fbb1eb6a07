export { bytesOf } from '../../scripts/owner/bytes.ts';
