import { Button, Checkbox, Modal, NativeSelect, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import type { ExpirationFilter, ExpirationRow } from '../contract.ts'
import { ExpirationTimeline } from './ExpirationTimeline.tsx'
import { credentials, useRemind, useRemindAll } from './queries.ts'

type Search = { type?: string; cohort?: string; within?: string; affecting?: string }
const spans = ['30', '60', '90', '180'] as const

const columns: Column<ExpirationRow>[] = [
  {
    key: 'student',
    title: 'Student',
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
  { key: 'type', title: 'Credential', render: (row) => row.type_name },
  {
    key: 'expires',
    title: 'Valid until',
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
  const search = useSearch({ from: '/_app/school/compliance/students/expirations' })
  const setSearch = useSetSearch()
  const within = Number(choiceParam(search.within, spans) ?? '180')
  const isAffecting = search.affecting === 'yes'
  const filter = {
    within,
    is_affecting: isAffecting,
    ...(search.type && { type_id: search.type }),
    ...(search.cohort && { cohort_id: search.cohort }),
  }
  const query = useQuery({
    ...credentials.expirations.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
  })
  const counts = useQuery({
    ...credentials.expirationCounts.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
  })
  const go = (change: { [Key in keyof Search]?: Search[Key] | undefined }) =>
    setSearch({ ...search, ...change })
  return (
    <Page
      title="Expirations"
      width="wide"
      breadcrumbs={[{ label: 'Compliance', href: '/school/compliance' }]}
      query={query}
      failedTitle="We couldn’t load the expirations"
      actions={<Remind filter={filter} found={query.data} concerned={counts.data?.concerned} />}
      toolbar={
        <FilterBar
          onClear={
            search.type || search.cohort || search.within || isAffecting ? () => setSearch({}) : undefined
          }
        >
          <NativeSelect
            aria-label="Within"
            value={String(within)}
            data={spans.map((value) => ({ value, label: `Next ${value} days` }))}
            onChange={({ currentTarget: { value } }) => go({ within: value === '180' ? undefined : value })}
          />
          <NativeSelect
            aria-label="Credential"
            value={search.type ?? ''}
            data={[
              { value: '', label: 'All credentials' },
              ...(query.data?.types ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => go({ type: currentTarget.value || undefined })}
          />
          <NativeSelect
            aria-label="Cohort"
            value={search.cohort ?? ''}
            data={[
              { value: '', label: 'All cohorts' },
              ...(query.data?.cohorts ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget }) => go({ cohort: currentTarget.value || undefined })}
          />
          <Checkbox
            label="Only with shifts after it"
            checked={isAffecting}
            onChange={({ currentTarget }) => go({ affecting: currentTarget.checked ? 'yes' : undefined })}
          />
        </FilterBar>
      }
    >
      {({ today, rows, has_more: hasMore }) => (
        <>
          {counts.data && counts.data.total > 0 && (
            <ExpirationTimeline today={today} within={within} found={counts.data} />
          )}
          <DataTable
            label="Expirations"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={(row) => `${row.student_name}, ${row.type_name}`}
            rowHref={(row) => `/school/students/${row.person_id}`}
            empty={{
              title: 'Nothing expires',
              description: `No approved credential ends within ${within} days.`,
            }}
          />
          {hasMore && (
            <Text component="output" size="sm" c="dimmed">
              {`These are the first ${rows.length.toLocaleString('en-US')}${counts.data ? ` of ${counts.data.total.toLocaleString('en-US')}` : ''}. Choose a credential or cohort to see the others.`}
            </Text>
          )}
        </>
      )}
    </Page>
  )
}

type RemindProps = {
  filter: ExpirationFilter
  found: { rows: readonly ExpirationRow[]; has_more: boolean } | undefined
  concerned: number | undefined
}

/** Reminds everyone concerned: at once those of a page, as a job with its progress when there are more. */
function Remind({ filter, found, concerned }: RemindProps): ReactNode {
  const remind = useRemind()
  const remindAll = useRemindAll()
  const [job, setJob] = useState<string>()
  const progress = useJob(job)
  const ids = (found?.rows ?? []).filter(({ is_renewed: isRenewed }) => !isRenewed).map(({ id }) => id)
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
        Remind {many === 1 ? '1 student' : `all ${many.toLocaleString('en-US')}`}
      </Button>
      <Modal
        opened={job !== undefined}
        onClose={() => setJob(undefined)}
        title="Reminders"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text size="sm" mb="md">
          You can close this: the reminders go on, and Recent jobs shows how far they are.
        </Text>
        {job && <JobProgress job={progress.data} summary="Everyone concerned was reminded today." />}
      </Modal>
    </>
  )
}
