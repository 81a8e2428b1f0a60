import { csvTable } from '#core/csv-reader.ts'
import { FileProblem } from '#core/text-file.ts'
import type { ImportKind } from '../contract.ts'
import { importLimits, readImport, readRoster, type ReadFile, type Roster } from '../rules.ts'

/** Reads a CSV file of sites or schools; cells stay text, so leading zeros stay. */
export async function readFile(kind: ImportKind, file: File): Promise<ReadFile> {
  const nothing = (problem: string): ReadFile => ({ rows: [], ignored: [], problem })
  if (file.size > importLimits.bytes)
    return nothing('The file is larger than 8 MB. Split it into several files.')
  return readOr(nothing, async () => readImport(kind, await tableOf(file)))
}

/** Students out of one CSV file, or out of the files of a Canvas export. */
export async function readRosterFrom(files: readonly File[]): Promise<Roster> {
  const nothing = (problem: string): Roster => ({ rows: [], ignored: [], problem, leftOut: {}, notes: [] })
  return readOr(nothing, async () =>
    readRoster(
      await Promise.all(
        files.map(async (file) => ({ name: file.name, table: await tableOf(file, files.length > 1) })),
      ),
    ),
  )
}

async function readOr<T>(nothing: (problem: string) => T, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof FileProblem) return nothing(error.message)
    throw error
  }
}

async function tableOf(file: File, isOneOfMany = false): Promise<string[][]> {
  try {
    return csvTable(new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    if (error instanceof FileProblem && isOneOfMany) throw new FileProblem(`${file.name}: ${error.message}`)
    throw error
  }
}
