import { specialtyName } from '#core/specialties.ts'
import { Button, Text } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePageSize } from '#ui/use-page-size.ts'
import type { HoursEntry, Progress } from '../contract.ts'
import { hoursWords, kindLabels, sourceLabels } from '../rules.ts'
import { hours, useReverseHours } from './queries.ts'

const EnterHoursDialog = lazyDialog(
  () => import('./EnterHoursDialog.tsx').then((file) => file.EnterHoursDialog),
  { student: null },
)

const columns: readonly Column<HoursEntry>[] = [
  { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
  { key: 'minutes', title: 'Hours', align: 'right', render: ({ minutes }) => hoursWords(minutes / 60) },
  { key: 'kind', title: 'Kind', render: ({ kind }) => kindLabels[kind] },
  {
    key: 'specialty',
    title: 'Specialty',
    render: ({ specialty, course_code: course }) =>
      `${specialtyName(specialty)}${course ? `, ${course}` : ''}`,
  },
  {
    key: 'source',
    title: 'Source',
    render: ({ source, reason, evidence, evidence_file_ids: files, posted_at: at, posted_by: by }) => (
      <div>
        {sourceLabels[source]}
        {reason && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
        {by && <Text size="xs" c="dimmed">{`${by}, ${formatDate(dayHere(at))}`}</Text>}
        {evidence && <Text size="xs" c="dimmed">{`Evidence: ${evidence}`}</Text>}
        {files.map((id, index) => (
          <div key={id}>
            <a
              href={`/api/files/${id}/content?reason=Evidence%20of%20hours`}
            >{`Evidence, file ${index + 1}`}</a>
          </div>
        ))}
      </div>
    ),
  },
]

type Student = Pick<Progress, 'student_id' | 'full_name' | 'today'>

/** All lines of a student's ledger. The school adds lines and takes lines back; lines never change. */
export function Ledger({ student, mayEnter }: { student: Student; mayEnter: boolean }): ReactNode {
  const [{ page = 1 }, setSearch] = useSearchParams({ page: pageParam })
  const pageSize = usePageSize(10, 5)
  const query = useQuery({
    ...hours.entries.queryOptions({ input: { student_id: student.student_id, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const [entering, setEntering] = useState(false)
  const takeBack = useReverseHours()
  const actions = useActions<HoursEntry>(
    [
      {
        id: 'take back',
        label: 'Take back…',
        icon: IconArrowBackUp,
        danger: true,
        blocker: ({ is_reversed: isReversed, reverses }) =>
          reverses ? 'This line reverses another one.' : isReversed && 'These hours were already taken back.',
        ask: ([line]) => ({
          title: 'Take these hours back?',
          body: `${hoursWords(line!.minutes / 60)} on ${formatDate(line!.date)}. The line stays in the ledger, with one that reverses it.`,
          reason: { label: 'Reason', isRequired: true, placeholder: 'Recorded for the wrong student.' },
        }),
        run: ({ id }, { reason, tick }) => takeBack.mutateAsync({ id, reason, ...tick }),
        tellsFailure: true,
      },
    ],
    { nameOf },
  )
  return (
    <PageSection
      title="Ledger"
      look="flush"
      actions={
        <>
          {mayEnter && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setEntering(true)}
            >
              Enter hours
            </Button>
          )}
          {(query.data?.total ?? 0) > 0 && (
            <Button
              component="a"
              download
              variant="default"
              href={exportHref(`/students/${student.student_id}/hours/export`, {}, 'xlsx')}
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              Export as Excel
            </Button>
          )}
        </>
      }
    >
      <ListTable<HoursEntry>
        label="Lines of the ledger"
        query={query}
        failedTitle="The ledger couldn’t be loaded"
        rows={query.data?.rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        {...(mayEnter && { rowActions: actions.menuOf })}
        page={page}
        pageSize={pageSize}
        onPageChange={(to, isGone = false) => setSearch({ page: to === 1 ? undefined : to }, isGone)}
        empty={{
          title: 'No lines yet',
          description: 'Each completed shift adds a line; the school can enter hours by hand.',
        }}
      />
      {actions.dialog}
      <EnterHoursDialog student={entering ? student : null} onClose={() => setEntering(false)} />
    </PageSection>
  )
}

const nameOf = ({ date }: HoursEntry): string => `hours of ${formatDate(date)}`
