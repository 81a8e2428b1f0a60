import { specialtyName } from '#core/specialties.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatInstant } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { hoursWords, kindLabels } from '#features/hours/rules.ts'
import { type Filters, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { Documentation, Mapping, MappingStatus } from '../contract.ts'
import { originLabels, statusLabels } from '../messages.ts'
import { type AreaProof, proofWords, requirementId, whereName } from '../rules.ts'
import type { DialogFor } from './MappingDialog.tsx'
import { OtherPages } from './OtherPages.tsx'
import { NoSchool } from './NoSchool.tsx'
import { mappings } from './queries.ts'
import { useMappingActions } from './use-mapping-actions.ts'
import { foundWords, hoursText, MappingBadge, requirementName, Where } from './words.tsx'

const MappingDialog = lazyDialog(() => import('./MappingDialog.tsx').then((file) => file.MappingDialog), {
  on: undefined,
})
const title = 'Mapping documentation'
const filters: Filters<{ status: MappingStatus }> = {
  status: tabs('Status', 'All', statusLabels, 'proposed'),
}

/** /admin/clinical-mapping/documentation: what a school shows its accreditor, and where it decides on mappings (Spec §2). */
export function DocumentationScreen(): ReactNode {
  return useSchoolId() ? (
    <Documented />
  ) : (
    <NoSchool title={title} actions={<OtherPages except="Documentation" />} />
  )
}

function Documented(): ReactNode {
  const [on, open] = useState<DialogFor>()
  const query = useQuery({
    ...mappings.documentation.queryOptions({ input: {} }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const { data } = query
  const programs = data && [
    ...Map.groupBy(
      data.courses.flatMap(({ areas }) => areas),
      ({ program_name: name }) => name,
    ),
  ]
  const proposing = useActions<AreaProof>(
    [
      {
        id: 'propose',
        label: 'Propose mapping…',
        open: ([area]) => open({ schoolId: data?.school_id, area }),
      },
    ],
    { idOf: requirementId, nameOf: requirementName },
  )
  return (
    <Page
      title={title}
      width="wide"
      description={data && proofWords(data)}
      actions={
        <>
          <OtherPages except="Documentation" />
          <PrintButton />
        </>
      }
      query={query}
      isEmpty={({ courses, rows }) => courses.length === 0 && rows.length === 0}
      empty={{
        title: 'No program requires hours yet',
        description:
          'Add the hours that each course requires to your programs. Then they can be mapped here.',
        action: <LinkButton href="/school/profile">School profile</LinkButton>,
      }}
      failedTitle="The documentation couldn’t be loaded"
    >
      {(found) => (
        <>
          <div data-no-print>
            <PageSection
              title="Decide"
              look="plain"
              description="What you activate counts as proof and can be used at once."
            >
              <Decisions found={found} edit={(mapping) => open({ mapping })} />
            </PageSection>
          </div>
          {programs?.map(([name, rows]) => (
            <PageSection
              key={name}
              title={name}
              look="flush"
              description="Each requirement, where it is met, and the hours of its students in the ledger"
            >
              <DataTable
                label={name}
                rows={rows}
                columns={proofColumns}
                rowKey={requirementId}
                rowLabel={requirementName}
                rowActions={proposing.menuOf}
              />
            </PageSection>
          ))}
          <PageSection
            title="Hours of students"
            look="flush"
            description="Active students by area: credited hours against the minimum"
          >
            <DataTable
              label="Hours of students"
              rows={found.coverage}
              columns={coverageColumns}
              rowKey={({ specialty }) => specialty}
              empty={{ title: 'No students with required hours yet' }}
            />
          </PageSection>
          <p>
            {found.school_name}. Made by {found.made_by},{' '}
            {formatInstant(found.made_at, found.time_zone, 'long')}.
          </p>
          <MappingDialog on={on} party="school" onClose={() => open(undefined)} />
        </>
      )}
    </Page>
  )
}

function Decisions({ found, edit }: { found: Documentation; edit: (mapping: Mapping) => void }): ReactNode {
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const status = list.filter.status ?? 'proposed'
  const rows = found.rows.filter((row) => row.status === status)
  const shown = pageOfRows(rows, list)
  const actions = useMappingActions('school', edit)
  return (
    <List
      list={list}
      hasViews={false}
      label="Mappings"
      query={{ data: found, isPending: false, isError: false }}
      rows={shown.rows}
      total={shown.total}
      page={shown.page}
      columns={decisionColumns}
      rowKey={({ id }) => id}
      rowLabel={(row) => `${requirementName(row)}, ${whereName(row)}`}
      actions={actions}
      failedTitle="The mappings couldn’t be loaded"
      empty={
        status === 'proposed'
          ? {
              title: 'Nothing to decide',
              description:
                'Facilities propose where your requirements can be met. You can propose a mapping yourself at each requirement below.',
            }
          : { title: `No ${statusLabels[status].toLowerCase()} mappings` }
      }
    />
  )
}

const decisionColumns: readonly Column<Mapping>[] = [
  {
    key: 'course',
    title: 'Requirement',
    text: requirementName,
    render: (row) => <TwoLines first={requirementName(row)} second={row.program_name} />,
  },
  { key: 'where', title: 'Where', text: whereName, render: (mapping) => <Where mapping={mapping} /> },
  {
    key: 'hours',
    title: 'Hours there',
    phone: 'hide',
    render: ({ min_hours: own, required_hours: required }) => hoursText(own ?? required),
  },
  {
    key: 'why',
    title: 'Why',
    text: foundWords,
    render: (row) => (
      <TwoLines
        first={row.origin === 'ai' ? foundWords(row) : (row.rationale ?? originLabels.manual)}
        second={row.review_note}
      />
    ),
  },
  {
    key: 'status',
    title: 'Status',
    phone: 'hide',
    text: ({ status }) => statusLabels[status],
    render: ({ status }) => <MappingBadge status={status} />,
  },
]

const proofColumns: readonly Column<AreaProof>[] = [
  { key: 'requirement', title: 'Requirement', render: requirementName },
  { key: 'hours', title: 'Required', render: ({ min_hours: hours }) => hoursText(hours) },
  {
    key: 'where',
    title: 'Met at',
    render: ({ rows, proposed }) =>
      rows.length > 0
        ? rows.map((row) => <TwoLines key={row.id} first={whereName(row)} second={row.rationale} />)
        : proposed > 0
          ? `Not yet: ${formatNumber(proposed)} proposed`
          : 'Not mapped yet',
  },
  {
    key: 'kinds',
    title: 'Hours in the ledger',
    render: ({ by_kind: kinds }) =>
      kinds.length > 0
        ? kinds.map(({ kind, hours }) => <div key={kind}>{`${kindLabels[kind]}: ${hoursWords(hours)}`}</div>)
        : 'None yet',
  },
]

type Coverage = Documentation['coverage'][number]
const coverageColumns: readonly Column<Coverage>[] = [
  { key: 'area', title: 'Area', render: ({ specialty }) => specialtyName(specialty) },
  { key: 'students', title: 'Students', align: 'right', render: ({ students }) => formatNumber(students) },
  { key: 'covered', title: 'Covered', align: 'right', render: ({ covered }) => formatNumber(covered) },
  {
    key: 'scheduled',
    title: 'Scheduled',
    align: 'right',
    render: ({ scheduled }) => formatNumber(scheduled),
  },
  { key: 'gap', title: 'With a gap', align: 'right', render: ({ gap }) => formatNumber(gap) },
]
