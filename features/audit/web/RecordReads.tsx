import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import type { RecordRead } from '../contract.ts'
import { readColumns } from './access-columns.tsx'
import { readerLabel } from './access-words.ts'
import { audit } from './queries.ts'

/** Who at the school and Placewell read a student's record; the reader's own by default. */
export function RecordReads({ studentId }: { studentId?: string }): ReactNode {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...audit.looks.queryOptions({ input: { page, ...(studentId && { student_id: studentId }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <ListTable
      label="Who viewed the record"
      failedTitle="The list couldn’t be loaded"
      query={query}
      rows={query.data?.rows}
      columns={columns}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => readerLabel(row)}
      page={page}
      pageSize={20}
      onPageChange={setPage}
      empty={{ title: 'No one so far', description: 'Each view by the school or by Placewell appears here.' }}
    />
  )
}

const columns: Column<RecordRead>[] = [readColumns.who, readColumns.what, readColumns.at]
