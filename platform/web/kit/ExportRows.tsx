import type { ReactNode } from 'react'
import type { Column } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { type RowsExport, useRowsFile } from './use-rows-file.ts'

interface ExportRowsProps<Row> extends RowsExport<Row> {
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  disabled?: boolean
}

/** The export of rows that a component other than `List` shows. */
export function ExportRows<Row>({ columns, rowKey, disabled, ...exported }: ExportRowsProps<Row>): ReactNode {
  const file = useRowsFile(exported, columns, rowKey)
  return (
    <ExportButton isPending={file.isPending} disabled={disabled ?? false} onClick={() => file.mutate()} />
  )
}
