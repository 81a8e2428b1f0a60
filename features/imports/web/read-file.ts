import { csvRecords } from '#core/csv-reader.ts'
import { FileProblem } from '#core/text-file.ts'
import { readTable } from '#platform/web/read-table.ts'
import type { ImportKind, RawRow } from '../contract.ts'
import { type FileColumns, readRoster, type Roster, rowsOfFile } from '../rules.ts'

/** Reads the rows of a file of sites or schools in pieces, so that its length costs no memory. Throws FileProblem. */
export function rowsIn(
  kind: ImportKind,
  file: File,
  onColumns?: (columns: FileColumns) => void,
): AsyncGenerator<RawRow[]> {
  return rowsOfFile(
    kind,
    csvRecords(() => piecesOf(file)),
    onColumns,
  )
}

const PIECE = 1_000_000

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE)
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer())
}

/** Reads students from one CSV or Excel file, or from the files of a Canvas export. */
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
    return await readTable(file)
  } catch (error) {
    if (error instanceof FileProblem && isOneOfMany) throw new FileProblem(`${file.name}: ${error.message}`)
    throw error
  }
}
