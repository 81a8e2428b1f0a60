export { ImportButton } from './ImportButton.tsx'
export { LazyImportFile } from './LazyImportFile.tsx'
export { readRosterFiles } from './roster-files.ts'
