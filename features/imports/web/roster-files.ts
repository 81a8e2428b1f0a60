import type { Roster } from '../rules.ts'

/** Reads students from one CSV or Excel file, or from the files of a Canvas export; the reader loads on demand. */
export async function readRosterFiles(files: readonly File[]): Promise<Roster> {
  const { readRosterFrom } = await import('./read-file.ts')
  return readRosterFrom(files)
}
