import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { CanvasConnection, CanvasSection, SectionFilter } from '../contract.ts'
import { canvas, meta } from './queries.ts'

const filters: Filters<SectionFilter> = {
  search: searchText('Search course or section', { param: 'q' }),
  mapped: choice('Cohort', 'With or without', { yes: 'With a cohort', no: 'Without a cohort' }),
}
type Mapping = { rows: readonly CanvasSection[]; onDone: (() => void) | undefined }

/** The cohort of each section of a Canvas: only people in mapped sections are read. */
export function SectionsView({ connection }: { connection: CanvasConnection }): ReactNode {
  const { id } = connection
  const [mapping, open] = useState<Mapping>()
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const query = useQuery({
    ...canvas.sections.queryOptions({ input: { id, ...list.input } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const map = useMutation({ ...canvas.mapSections.mutationOptions(), meta })
  const actions = useActions<CanvasSection>(
    [
      {
        id: 'map',
        label: 'Choose cohort…',
        key: 'a',
        isBulk: true,
        takesAll: true,
        open: (rows, onDone) => open({ rows, onDone }),
      },
      {
        id: 'unmap',
        label: 'Leave out',
        isBulk: true,
        isOffered: (one) => one.cohort_id !== null,
        run: (one) => map.mutateAsync({ id, section_ids: [one.id], cohort_id: null }),
        done: () => 'Left out: no one is read from it anymore',
        undo: (one) => map.mutateAsync({ id, section_ids: [one.id], cohort_id: one.cohort_id }),
      },
    ],
    { nameOf: sectionName },
  )
  return (
    <>
      <List
        list={list}
        hasViews={false}
        label="Sections"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={(one) => one.id}
        rowLabel={sectionName}
        actions={actions}
        failedTitle="The sections couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No sections match', description: 'Change or clear the filters.' }
            : {
                title: 'No sections yet',
                description: 'Choose the semester of a term, then press “Read now”.',
              }
        }
      />
      {mapping && <MapDialog connection={connection} mapping={mapping} onClose={() => open(undefined)} />}
    </>
  )
}

const sectionName = (one: CanvasSection): string => `${one.course_code ?? one.course_name}, ${one.name}`

function MapDialog({
  connection,
  mapping,
  onClose,
}: {
  connection: CanvasConnection
  mapping: Mapping
  onClose: () => void
}): ReactNode {
  const [key] = useState(() => crypto.randomUUID())
  const map = useMutation({
    ...canvas.mapSections.mutationOptions(),
    meta: { ...meta, done: 'Cohort chosen. Read from Canvas to see who is in it.' },
  })
  const { rows, onDone } = mapping
  const form = useSchemaForm(
    plainSchema<{ cohort_id: string }>(({ cohort_id: cohort }) => ({
      cohort_id: cohort === '' && 'Choose a cohort.',
    })),
    {
      initialValues: { cohort_id: rows[0]?.cohort_id ?? '' },
      onSubmit: async ({ cohort_id }) => {
        await map.mutateAsync({
          id: connection.id,
          section_ids: rows.map((one) => one.id),
          cohort_id,
          idempotency_key: key,
        })
        onDone?.()
        onClose()
      },
    },
  )
  const title =
    rows.length === 1
      ? `Cohort of ${sectionName(rows[0]!)}`
      : `Cohort of ${formatNumber(rows.length)} sections`
  return (
    <OpenModal onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form form={form} label={title} submitLabel="Choose cohort" onCancel={onClose}>
        <EntitySelect
          kind="cohort"
          schoolId={connection.school_id}
          label="Cohort"
          description={`A cohort of ${connection.school_name}`}
          required
          {...form.field('cohort_id')}
          onChange={(cohort) => form.setFieldValue('cohort_id', cohort ?? '')}
        />
      </Form>
    </OpenModal>
  )
}

const columns: readonly Column<CanvasSection>[] = [
  {
    key: 'course',
    title: 'Course',
    text: sectionName,
    render: (one) => (
      <TwoLines
        first={one.course_code ?? one.course_name}
        second={one.course_code ? one.course_name : null}
      />
    ),
  },
  {
    key: 'section',
    title: 'Section',
    render: ({ name, sis_id: sis, is_gone: isGone }) => (
      <TwoLines first={name} second={isGone ? 'No longer in Canvas' : sis} />
    ),
  },
  { key: 'term', title: 'Term', phone: 'hide', render: ({ term_name: name }) => name ?? '—' },
  { key: 'cohort', title: 'Cohort', render: ({ cohort_name: name }) => name ?? 'Not read' },
  { key: 'people', title: 'People', align: 'right', render: ({ people }) => formatNumber(people) },
]
