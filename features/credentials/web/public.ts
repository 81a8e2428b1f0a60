export { ClearanceBadge } from './ClearanceBadge.tsx'
export { credentials } from './queries.ts'
