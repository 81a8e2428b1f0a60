import { useMutation } from '@tanstack/react-query'
import type { Column } from '#ui/DataTable.tsx'
import type { AsFile, EveryPage, FoundRows } from './rows-file.ts'

/** A file of a list's rows and shown columns, with their texts. */
export interface RowsExport<Row> {
  /** The name of the file: "rotations" becomes placewell-rotations-2026-11-21.csv. */
  name: string
  /**
   * Everything that the filter finds, read again and recorded as an export: by a call that returns all rows, or from `every` page of it.
   */
  rows: (asFile: AsFile, every: EveryPage<Row>) => Promise<readonly Row[] | FoundRows<Row>>
}

/** Saves the rows of a list as a CSV file: `mutate` reads them all and hands them to the browser. */
export function useRowsFile<Row>(
  exported: RowsExport<Row> | undefined,
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => string,
) {
  return useMutation<void, Error, void>({
    mutationFn: async () => {
      if (!exported) return
      const [{ asFile, everyPage, rowsFile }, { saveList }] = await Promise.all([
        import('./rows-file.ts'),
        import('./save-list.ts'),
      ])
      const found = await exported.rows(asFile, everyPage(rowKey))
      saveList(
        rowsFile(exported.name, columns, 'rows' in found ? found : { rows: found, total: found.length }),
      )
    },
    meta: { failed: 'The list could not be exported' },
  })
}
