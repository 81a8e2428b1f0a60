import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { newestOnlyNotice } from '#ui/newest-only.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { hoursImports } from './queries.ts'

export type EarlierImport = { job_id: string; file_name: string; created_at: string; imported: number }

/** The latest imports of a school, each with its report and an undo; renders nothing without any. */
export function EarlierImports({
  school,
  onOpen,
}: {
  school: string | null
  onOpen: (one: EarlierImport, asksUndo: boolean) => void
}): ReactNode {
  const query = useQuery({
    ...hoursImports.list.queryOptions({ input: school ? { school_id: school } : {} }),
    staleTime: 0,
  })
  if (!query.data || query.data.rows.length === 0) return null
  const columns: Column<EarlierImport>[] = [
    { key: 'file', title: 'File', render: (row) => row.file_name },
    { key: 'at', title: 'Imported', render: (row) => <RelativeTime value={row.created_at} /> },
    { key: 'rows', title: 'Rows', align: 'right', render: (row) => formatNumber(row.imported) },
    {
      key: 'report',
      title: 'Actions',
      render: (row) => (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={`Report of ${row.file_name}`}
            onClick={() => onOpen(row, false)}
          >
            Report
          </Button>
          {row.imported > 0 && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Undo the import of ${row.file_name}`}
              onClick={() => onOpen(row, true)}
            >
              Undo…
            </Button>
          )}
        </Group>
      ),
    },
  ]
  return (
    <PageSection
      title="Earlier imports"
      look="flush"
      description={query.data.rows.length === 10 ? newestOnlyNotice(10) : undefined}
    >
      <DataTable
        label="Earlier imports"
        rows={query.data.rows}
        columns={columns}
        rowKey={({ job_id: id }) => id}
        rowLabel={(row) => row.file_name}
      />
    </PageSection>
  )
}
