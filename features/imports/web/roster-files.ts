import type { Roster } from '../rules.ts'

/** Students out of one CSV file, or out of the files of a Canvas export; the reader is fetched when it is wanted. */
export async function readRosterFiles(files: readonly File[]): Promise<Roster> {
  const { readRosterFrom } = await import('./read-file.ts')
  return readRosterFrom(files)
}
