export { ImportButton } from './ImportButton.tsx'
export { readRosterFiles } from './roster-files.ts'
