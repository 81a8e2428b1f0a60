import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import type { RecordRead } from '../contract.ts'
import { readColumns } from './access-columns.tsx'
import { readerLabel } from './access-words.ts'
import { audit } from './queries.ts'

/** Who at the school and Placewell read a student's record; the reader's own by default. */
export function RecordReads({ studentId }: { studentId?: string }): ReactNode {
  const [{ reads_page: page = 1 }, setSearch] = useSearchParams({ reads_page: pageParam })
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
      onPageChange={(to, isGone = false) => setSearch({ reads_page: to === 1 ? undefined : to }, isGone)}
      empty={{
        title: 'No one so far',
        description: 'Each view by the school, a facility or Placewell appears here.',
      }}
    />
  )
}

const columns: Column<RecordRead>[] = [readColumns.who, readColumns.what, readColumns.at]
