export type { Row } from '../server/handlers.ts' // bad
