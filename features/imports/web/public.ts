export { LazyImportFile } from './LazyImportFile.tsx'
export { readRosterFiles } from './roster-files.ts'
