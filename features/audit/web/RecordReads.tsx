import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import type { RecordLook } from '../contract.ts'
import { lookColumns } from './access-columns.tsx'
import { whoLooked } from './access-words.ts'
import { audit } from './queries.ts'

/** Who at the school and Placewell read a student's record; the reader's own by default. */
export function RecordLooks({ studentId }: { studentId?: string }): ReactNode {
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
      rowLabel={(row) => whoLooked(row)}
      page={page}
      pageSize={20}
      onPageChange={setPage}
      empty={{ title: 'No one so far', description: 'Each view by the school or by Placewell appears here.' }}
    />
  )
}

const columns: Column<RecordLook>[] = [lookColumns.who, lookColumns.what, lookColumns.at]
