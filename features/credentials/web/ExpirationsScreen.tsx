import { Button, Modal, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import { choice, type Filters, oneOf, yesNo } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { ExpirationFilter, ExpirationRow } from '../contract.ts'
import { basisWords } from '../rules/expiry-words.ts'
import { ExpirationTimeline } from './ExpirationTimeline.tsx'
import { credentials, useRemind, useRemindAll } from './queries.ts'

const LONGEST = 180
const MAX_IN_FILE = 10_000
const spans = choice('Within', `Next ${LONGEST} days`, {
  '30': 'Next 30 days',
  '60': 'Next 60 days',
  '90': 'Next 90 days',
})
const filters: Filters<ExpirationFilter> = {
  within: { ...spans, read: (text) => Number(spans.read(text)) || undefined, write: String },
  type_id: oneOf('Credential', 'All credentials', { param: 'type' }),
  cohort_id: oneOf('Cohort', 'All cohorts', { param: 'cohort' }),
  is_affecting: yesNo(
    'Shifts',
    'With or without shifts',
    { yes: 'Only with shifts after it' },
    { param: 'affecting' },
  ),
}

const columns: Column<ExpirationRow>[] = [
  {
    key: 'student',
    title: 'Person',
    file: ['Person', 'Cohort'],
    text: (row) => [row.student_name, row.cohort_name],
    render: (row) => (
      <>
        {row.student_name}
        {row.cohort_name && (
          <Text size="xs" c="dimmed">
            {row.cohort_name}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'type',
    title: 'Credential',
    render: ({ type_name: type, basis }) => (basis ? `${type}: ${basisWords[basis]}` : type),
  },
  {
    key: 'expires',
    title: 'Valid until',
    file: ['Valid until', 'Days left'],
    text: (row) => [formatDate(row.expires_on), row.days_left],
    render: (row) => (
      <>
        {formatDate(row.expires_on)}{' '}
        <Text span size="xs" c="dimmed">
          {row.days_left === 0 ? 'today' : `${row.days_left} d`}
        </Text>
      </>
    ),
  },
  {
    key: 'affects',
    title: 'Shifts after it',
    align: 'right',
    render: (row) => row.shifts_after || '–',
  },
  {
    key: 'renewal',
    title: 'Renewal',
    render: (row) =>
      row.is_renewed ? (
        <StateBadge state="in_review" />
      ) : row.reminded_at ? (
        <>
          Reminded <RelativeTime value={row.reminded_at} />
        </>
      ) : (
        '–'
      ),
  },
]

/** What expires in the next 180 days, by type, cohort and affected placement, with one action that reminds everyone (Spec §2). */
export function ExpirationsScreen(): ReactNode {
  const list = useList(filters, { sorts: ['expires_on'], hasOwnOrder: true })
  const filter = { within: LONGEST, is_affecting: false, ...list.filter }
  const query = useQuery({
    ...credentials.expirations.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
  })
  const counts = useQuery({
    ...credentials.expirationCounts.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
  })
  const { today, rows = [], types = [], cohorts = [], has_more: hasMore } = query.data ?? {}
  const shown = pageOfRows(rows, list)
  const choicesOf = (all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ListPage
      title="Expirations"
      breadcrumbs={[{ label: 'Compliance', href: '/school/compliance' }]}
      buttons={<Remind filter={filter} found={query.data} concerned={counts.data?.concerned} />}
      list={list}
      hasViews={false}
      options={{ type_id: choicesOf(types), cohort_id: choicesOf(cohorts) }}
      tabs={
        today &&
        counts.data &&
        counts.data.total > 0 && (
          <ExpirationTimeline today={today} within={filter.within} found={counts.data} />
        )
      }
      label="Expirations"
      query={query}
      rows={query.data && shown.rows}
      total={shown.total}
      page={shown.page}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={(row) => `${row.student_name}, ${row.type_name}`}
      rowHref={({ person_id: id, is_student: isStudent }) =>
        isStudent ? `/school/students/${id}` : `/school/user/${id}`
      }
      exported={{
        name: 'expirations',
        rows: async (asFile) => {
          const all = await credentials.expirations.call({ ...filter, most: MAX_IN_FILE }, asFile)
          return { rows: all.rows, total: all.has_more ? (counts.data?.total ?? 0) : all.rows.length }
        },
      }}
      failedTitle="The expirations couldn’t be loaded"
      empty={() => ({
        title: 'Nothing expires',
        description: `No credential ends within ${filter.within} days.`,
      })}
    >
      {hasMore && (
        <Text component="output" size="sm" c="dimmed">
          {`These are the first ${formatNumber(rows.length)}${counts.data ? ` of ${formatNumber(counts.data.total)}` : ''}. Choose a credential or cohort to see the others.`}
        </Text>
      )}
    </ListPage>
  )
}

type RemindProps = {
  filter: ExpirationFilter
  found: { rows: readonly ExpirationRow[]; has_more: boolean } | undefined
  concerned: number | undefined
}

/** Reminds everyone affected: immediately if they fit on one page, otherwise as a job with progress. */
function Remind({ filter, found, concerned }: RemindProps): ReactNode {
  const remind = useRemind()
  const remindAll = useRemindAll()
  const [job, setJob] = useState<string>()
  const progress = useJob(job)
  const ids = (found?.rows ?? []).filter((row) => !row.is_renewed && !row.is_reminded).map(({ id }) => id)
  const many = found?.has_more ? (concerned ?? 0) : ids.length
  const press = () => {
    if (found?.has_more) {
      const id = crypto.randomUUID()
      remindAll.mutate({ ...filter, job_id: id }, { onSuccess: () => setJob(id) })
    } else
      remind.mutate(
        { ids },
        {
          onSuccess: ({ reminded }) =>
            toast.success(
              reminded === 0 ? 'Everyone was reminded today already' : `${reminded} reminders sent`,
            ),
        },
      )
  }
  return (
    <>
      <Button
        leftSection={<IconBell size={18} aria-hidden />}
        disabled={many === 0}
        loading={remind.isPending || remindAll.isPending}
        onClick={press}
      >
        Remind {many === 1 ? '1 person' : `all ${formatNumber(many)}`}
      </Button>
      <Modal
        opened={job !== undefined}
        onClose={() => setJob(undefined)}
        title="Reminders"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text size="sm" mb="md">
          You can close this: the reminders continue. Recent jobs in your menu shows their progress.
        </Text>
        {job && <JobProgress job={progress.data} summary="Everyone concerned was reminded today." />}
      </Modal>
    </>
  )
}
