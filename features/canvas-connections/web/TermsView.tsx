import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { CanvasTerm } from '../contract.ts'
import { canvas, meta } from './queries.ts'

/** The semester of each term of a Canvas: only mapped terms are read. */
export function TermsView({ id }: { id: string }): ReactNode {
  const list = useList({}, { sorts: [], hasOwnOrder: true })
  const query = useQuery({ ...canvas.terms.queryOptions({ input: { id } }), staleTime: 0 })
  const map = useMutation({ ...canvas.mapTerm.mutationOptions(), meta })
  const semesters = query.data?.semesters ?? []
  const actions = useActions<CanvasTerm>(
    [
      {
        id: 'suggested',
        label: 'Use suggestion',
        key: 'a',
        isBulk: true,
        isOffered: (one) => one.suggested_id !== null,
        run: (one) => map.mutateAsync({ id: one.id, semester_id: one.suggested_id }),
        done: ([one, ...more]) =>
          more.length > 0 ? `${more.length + 1} terms mapped` : `${one!.name} is ${one!.suggested_name}`,
        undo: (one) => map.mutateAsync({ id: one.id, semester_id: null }),
      },
    ],
    { nameOf: ({ name }) => name },
  )
  const shown = pageOfRows(query.data?.rows ?? [], list)
  const columns: readonly Column<CanvasTerm>[] = [
    {
      key: 'name',
      title: 'Term in Canvas',
      text: ({ name }) => name,
      render: (one) => (
        <TwoLines first={one.name} second={one.is_gone ? 'No longer in Canvas' : datesOf(one)} />
      ),
    },
    {
      key: 'semester',
      title: 'Semester',
      text: ({ semester_name: name }) => name ?? '',
      render: (one) => (
        <PickOne
          aria-label={`Semester of ${one.name}`}
          placeholder={one.suggested_name ? `Suggested: ${one.suggested_name}` : 'Not read'}
          clearable
          among={semesters.map(({ id: semester, name }) => ({ id: semester, name }))}
          value={one.semester_id ?? ''}
          onChange={(semester: string | null) => map.mutate({ id: one.id, semester_id: semester || null })}
        />
      ),
    },
    {
      key: 'sections',
      title: 'Sections',
      align: 'right',
      phone: 'hide',
      render: ({ sections }) => formatNumber(sections),
    },
  ]
  return (
    <List
      list={list}
      hasViews={false}
      hasFields
      label="Terms"
      query={query}
      rows={query.data && shown.rows}
      total={query.data && shown.total}
      page={shown.page}
      columns={columns}
      rowKey={(one) => one.id}
      rowLabel={({ name }) => name}
      actions={actions}
      failedTitle="The terms couldn’t be loaded"
      empty={{ title: 'No terms yet', description: 'They are read when the connection is tested.' }}
    />
  )
}

const datesOf = ({ starts_on: from, ends_on: to }: CanvasTerm): string | null =>
  from || to ? `${from ? formatDate(from, 'long') : '…'} – ${to ? formatDate(to, 'long') : '…'}` : null
