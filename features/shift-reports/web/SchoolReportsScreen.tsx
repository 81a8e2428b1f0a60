import { IconBell, IconCheck, IconClipboardText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate, todayHere } from '#core/plain-date.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { incidentLabels, severityLabels } from '#features/incident-leads/rules.ts'
import { facilityLabel } from '#features/shifts/web/public.ts'
import { type Filters, oneOf, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ReportGroup, ReportRow, SchoolReportRow } from '../contract.ts'
import { incidentStatus } from '../rules.ts'
import { reports, useAcceptReports, useDecideReport, notReminded, useRemindInstructors } from './queries.ts'
import { ReportBadge, reportWords } from './ReportBadge.tsx'
import { reportColumns } from './report-columns.tsx'

const groups: Record<ReportGroup, string> = {
  waiting: 'For you',
  submitted: 'To accept',
  overdue: 'Overdue',
  open: 'Being written',
  accepted: 'Accepted',
  incidents: 'Incidents',
}
const filters: Filters<{ show: ReportGroup; proctor: string }> = {
  show: tabs('Show', 'For you', groups, 'waiting'),
  proctor: oneOf('Instructor', 'All instructors'),
}
const empty: Record<ReportGroup, { title: string; description: string }> = {
  waiting: { title: 'Nothing to decide', description: 'Submitted and overdue reports appear here.' },
  submitted: {
    title: 'No submitted reports',
    description: 'Reports with exceptions appear here for you to accept or return.',
  },
  overdue: {
    title: 'No overdue reports',
    description: 'A report is overdue when its instructor has not submitted it in time.',
  },
  open: {
    title: 'No reports being written',
    description: 'A report opens for its instructor when the shift ends.',
  },
  accepted: {
    title: 'No accepted reports yet',
    description: 'Accepted reports have posted the hours of their students.',
  },
  incidents: { title: 'No incidents', description: 'Reported incidents appear here, open ones first.' },
}

const labelOf = (row: SchoolReportRow): string => `${facilityLabel(row)}, ${formatDate(row.date, 'weekday')}`
// A shift may have several incidents.
const idOf = ({ incident, shift_id: id }: SchoolReportRow): string => incident?.id ?? id

/** The shift reports of a school: those that need it and those that are overdue; several can be accepted at once (Domain 2.12). */
export function SchoolReportsScreen(): ReactNode {
  const list = useList(filters, { sorts: ['date'], hasOwnOrder: true })
  const scope = useSemesterScope()
  const filter = { ...list.filter, ...(scope.id && { semester_id: scope.id }) }
  const query = useQuery({
    ...reports.listForSchool.queryOptions({ input: { ...filter, page: list.page } }),
    enabled: scope.isKnown,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { rows, total, counts, instructors = [] } = query.data ?? {}
  // While another tab loads, the rows of the one before are on screen.
  const areIncidents = rows?.[0] ? rows[0].incident !== null : list.filter.show === 'incidents'
  const actions = useReportActions()
  const countOf: Partial<Record<ReportGroup, number>> = counts
    ? {
        waiting: counts.submitted + counts.overdue,
        submitted: counts.submitted,
        overdue: counts.overdue,
        incidents: counts.incidents,
      }
    : {}
  return (
    <ListPage
      title="Shift reports"
      list={list}
      hasViews={false}
      buttons={<SemesterScopeSelect scope={scope} />}
      options={{
        show: filters.show.options?.map((one) => ({ ...one, count: countOf[one.value as ReportGroup] })),
        proctor: instructors.map(({ id, name }) => ({ value: id, label: name })),
      }}
      label="Shift reports"
      query={query}
      rows={rows}
      total={total}
      columns={areIncidents ? incidentColumns : columns}
      rowKey={idOf}
      rowLabel={labelOf}
      rowHref={({ shift_id: id }) => `/shift/${id}`}
      actions={actions}
      exported={{
        name: 'shift-reports',
        rows: (asFile, every) => every((page) => reports.listForSchool.call({ ...filter, ...page }, asFile)),
      }}
      failedTitle="The shift reports couldn’t be loaded"
      empty={() => ({ icon: IconClipboardText, ...empty[list.filter.show ?? 'waiting'] })}
    />
  )
}

function useReportActions() {
  const accept = useAcceptReports()
  const decide = useDecideReport()
  const remind = useRemindInstructors()
  const isSubmitted = ({ status, incident }: SchoolReportRow) => status === 'submitted' && !incident
  return useActions<SchoolReportRow>(
    [
      {
        id: 'accept',
        label: 'Accept',
        icon: IconCheck,
        key: 'a',
        isBulk: true,
        isOffered: isSubmitted,
        runMany: async (rows) => {
          const outcomes = await accept.mutateAsync({
            reports: rows.map(({ shift_id, version }) => ({ shift_id, version: version! })),
          })
          return outcomes.map(({ shift_id: id, ok, message }) => ({ id, ok, why: message ?? undefined }))
        },
        done: ({ length }) =>
          `${length === 1 ? '1 report' : `${length} reports`} accepted. The hours are posted.`,
      },
      {
        id: 'remind',
        label: 'Remind instructor',
        icon: IconBell,
        key: 'm',
        isBulk: true,
        isOffered: (row) => row.is_overdue && row.proctor_id !== null && !row.incident,
        runMany: async (rows) => {
          const { reminded } = await remind.mutateAsync({ shift_ids: rows.map(idOf) })
          return rows.map(({ shift_id: id }) => ({
            id,
            ok: reminded.includes(id),
            why: notReminded,
          }))
        },
        done: ({ length }) =>
          length === 1 ? 'Instructor reminded' : `Instructors of ${length} reports reminded`,
      },
      {
        id: 'contact',
        label: 'Contact instructor',
        isOffered: (row) => row.is_overdue && row.proctor_id !== null,
        href: ({ proctor_id: id }) => `/school/user/${id}`,
      },
      {
        id: 'return',
        label: 'Return…',
        isOffered: (row) => isSubmitted(row) && row.proctor_id !== null,
        ask: () => ({
          title: 'Return this report?',
          body: 'The instructor is notified, corrects it, and submits it again.',
          confirmLabel: 'Return report',
          reason: { label: 'What is missing?', isRequired: true },
        }),
        run: ({ shift_id, version }, { reason, tick }) =>
          decide.mutateAsync({ shift_id, version: version!, ...tick, decision: 'return', reason }),
      },
    ],
    { nameOf: labelOf, idOf },
  )
}

const words = ({ exceptions, incidents, open_incidents: open }: SchoolReportRow): string =>
  [
    exceptions > 0 && (exceptions === 1 ? '1 exception' : `${exceptions} exceptions`),
    incidents > 0 &&
      `${incidents === 1 ? '1 incident' : `${incidents} incidents`} (${open === 0 ? 'closed' : open === incidents ? 'open' : `${open} open`})`,
  ]
    .filter(Boolean)
    .join(', ') || '—'

type Reported = SchoolReportRow & { status: ReportRow['status'] }
const hasReport = (row: SchoolReportRow): row is Reported => row.status !== null
const statusOf = (row: SchoolReportRow): string => (hasReport(row) ? reportWords(row) : 'No report yet')

const proctor: Column<SchoolReportRow> = {
  key: 'proctor',
  title: 'Instructor',
  render: (row) => row.proctor_name ?? 'No instructor',
}
const columns: readonly Column<SchoolReportRow>[] = [
  reportColumns.location,
  reportColumns.when,
  proctor,
  { ...reportColumns.students, phone: 'hide' },
  { key: 'look', title: 'To look at', render: words },
  { ...reportColumns.due, phone: 'hide' },
  {
    key: 'status',
    title: 'Status',
    text: statusOf,
    render: (row) => (hasReport(row) ? <ReportBadge report={row} /> : statusOf(row)),
  },
]

const of =
  (write: (incident: NonNullable<SchoolReportRow['incident']>) => string) => (row: SchoolReportRow) =>
    row.incident ? write(row.incident) : '—'
const incidentBadges = {
  closed: ['completed', 'Closed'],
  overdue: ['overdue', 'Overdue'],
  open: ['pending', 'Open'],
} as const
const badgeOf = (incident: NonNullable<SchoolReportRow['incident']>) =>
  incidentBadges[incidentStatus(incident, todayHere())]

const incidentColumns: readonly Column<SchoolReportRow>[] = [
  reportColumns.location,
  reportColumns.when,
  proctor,
  {
    key: 'incident',
    title: 'Incident',
    render: of(({ severity, kind }) => `${severityLabels[severity]}: ${incidentLabels[kind]}`),
  },
  {
    key: 'follow_up',
    title: 'Follow up by',
    phone: 'hide',
    render: of(({ follow_up_by: by }) => (by ? formatDate(by, 'weekday') : '—')),
  },
  {
    key: 'incident_status',
    title: 'Status',
    text: of((incident) => badgeOf(incident)[1]),
    render: ({ incident }) => {
      if (!incident) return '—'
      const [state, label] = badgeOf(incident)
      return <StateBadge state={state} label={label} />
    },
  },
]
