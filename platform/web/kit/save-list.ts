import { csvColumns } from '#core/csv-columns.ts'
import { formatNumber } from '#core/number-text.ts'
import { toast } from '#ui/toast.ts'
import { saveFile } from '../save-file.ts'

/** A list as a file: how many rows it has, and how many were found if it cannot hold all. */
export interface ListFile {
  filename: string
  csv: string
  rows?: number
  total?: number
}

/** Hands a list to the browser as a file, with the columns that are on screen if the person chose them. */
export function saveList(
  { filename, csv, rows = 0, total = rows }: ListFile,
  headings?: readonly string[],
): void {
  saveFile(filename, headings ? csvColumns(csv, headings) : csv)
  if (rows < total) toast.warning(`The first ${formatNumber(rows)} of ${formatNumber(total)} were exported`)
}
