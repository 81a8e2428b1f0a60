import { Group } from '@mantine/core'
import { IconCircleCheck, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { MyFacilities } from '#features/permissions/web/public.ts'
import { MyProfiles } from '#features/preceptors/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { EvaluationTask, ProjectRow } from '../contract.ts'
import classes from './Capstone.module.css'
import { MyCertificates } from './Certificates.tsx'
import { ConfirmDay } from './ConfirmDay.tsx'
import { dayWords } from './day-words.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { capstone } from './queries.ts'

/**
 * A preceptor's first page: what needs their action, their students, and where
 * they are a preceptor; the ranking panel is passed in (Spec §1).
 */
export function PreceptorDashboardScreen({ ToRank }: { ToRank: ComponentType }): ReactNode {
  const me = useMe()
  const query = useQuery({
    ...capstone.list.queryOptions({ input: { show: 'current', as: 'preceptor' } }),
    staleTime: 0,
  })
  return (
    <Page
      title="Preceptor Dashboard"
      description={me.facility_name ? `You work for ${me.facility_name}.` : undefined}
      actions={
        <Group gap="xs">
          <LinkButton variant="default" href="/preceptor/shifts">
            My shifts
          </LinkButton>
          <LinkButton variant="default" href="/admin/permissions-help?q=preceptor">
            What a preceptor may do
          </LinkButton>
        </Group>
      }
    >
      {me.role === 'superadmin' && (
        <Banner kind="context" title="You are viewing this page as a superadmin.">
          Your own account is not a preceptor. To see a preceptor’s students, act as them from the Users page.
        </Banner>
      )}
      <Loaded query={query} failedTitle="Your students couldn’t be loaded">
        {({ rows }) => (
          <>
            <NeedsYou rows={rows} />
            {me.role !== 'superadmin' && <ToRank />}
            <PageSection
              title="Your students"
              actions={
                <LinkButton variant="default" href="/preceptor/students">
                  My Students
                </LinkButton>
              }
            >
              {rows.length === 0 ? (
                <EmptyState
                  compact
                  titleOrder={3}
                  icon={IconUsersGroup}
                  title="No students now"
                  description="Schools ask you through your facility. You get a notification."
                />
              ) : (
                <ul className={classes.rows}>
                  {rows.map((row) => (
                    <Student key={row.id} row={row} />
                  ))}
                </ul>
              )}
            </PageSection>
          </>
        )}
      </Loaded>
      <MyCertificates />
      <MyProfiles />
      <MyFacilities />
    </Page>
  )
}

const nameOf = (row: ProjectRow): string => row.student_name ?? 'A student'

function Student({ row }: { row: ProjectRow }): ReactNode {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{nameOf(row)}</strong>
        <span
          className={classes.dim}
        >{`${row.title} · ${row.school_name} · ${formatRange(row.start_date, row.end_date)}`}</span>
        <span
          className={classes.dim}
        >{`${row.credited_hours} of ${row.required_hours} hours confirmed`}</span>
        {row.next_day && <span>{`Next with you: ${dayWords(row.next_day)}`}</span>}
      </div>
      <div className={classes.actions}>
        <ProjectBadge status={row.status} />
        <LinkButton href={`/preceptor/students/${row.student_id}`} variant="default" size="sm">
          {`Open ${nameOf(row)}`}
        </LinkButton>
      </div>
    </li>
  )
}

/** What is waiting for the preceptor: requests to answer, agreements to sign, hours to confirm with one tap each. */
function NeedsYou({ rows }: { rows: readonly ProjectRow[] }): ReactNode {
  const waiting = rows.filter(
    (row) => row.status === 'awaiting_preceptor' || row.to_sign > 0 || row.to_confirm > 0 || row.to_evaluate,
  )
  return (
    <PageSection title="Needs you">
      {waiting.length === 0 ? (
        <EmptyState
          compact
          titleOrder={3}
          icon={IconCircleCheck}
          title="Nothing needs you"
          description="Requests, signatures and hours to confirm appear here."
        />
      ) : (
        <ul className={classes.rows}>
          {waiting.map((row) => (
            <Waiting key={row.id} row={row} />
          ))}
        </ul>
      )}
    </PageSection>
  )
}

function Waiting({ row }: { row: ProjectRow }): ReactNode {
  const href = `/preceptor/students/${row.student_id}`
  if (row.to_confirm > 0) return <Hours row={row} />
  if (row.to_evaluate) return <ToEvaluate row={row} kind={row.to_evaluate} />
  const isAsked = row.status === 'awaiting_preceptor'
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>
          {isAsked
            ? `${row.school_name} asks you to take ${nameOf(row)}`
            : `Sign the agreement for ${nameOf(row)}`}
        </strong>
        <span className={classes.dim}>{`${row.title} · ${formatRange(row.start_date, row.end_date)}`}</span>
      </div>
      <LinkButton href={href}>{isAsked ? 'Answer' : 'Sign'}</LinkButton>
    </li>
  )
}

function ToEvaluate({ row, kind }: { row: ProjectRow; kind: EvaluationTask }): ReactNode {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{`${kind === 'midterm' ? 'Midterm' : 'Final'} evaluation of ${nameOf(row)}`}</strong>
        <span className={classes.dim}>{`${row.title} · about three minutes`}</span>
      </div>
      <LinkButton href={`/preceptor/evaluate/${row.id}?kind=${kind}`}>Evaluate</LinkButton>
    </li>
  )
}

/** Days that are over, one button each. */
function Hours({ row }: { row: ProjectRow }): ReactNode {
  const query = useQuery(capstone.get.queryOptions({ input: { id: row.id, as: 'preceptor' } }))
  // As many lines while they load, so that nothing moves; if they cannot be loaded, they lead to the student's page.
  const days =
    query.data?.days.filter((day) => day.is_own && day.status === 'planned' && day.has_ended) ??
    Array.from<undefined>({ length: row.to_confirm })
  return days.map((day, at) => (
    <li key={day?.id ?? at} className={classes.row}>
      <div className={classes.words}>
        <strong>{`Was ${nameOf(row)} with you?`}</strong>
        <span className={classes.dim}>{day ? dayWords(day) : row.title}</span>
      </div>
      <div className={classes.actions}>
        <LinkButton href={`/preceptor/students/${row.student_id}#days`} variant="default" size="sm">
          Something else
        </LinkButton>
        {day && <ConfirmDay day={day} />}
      </div>
    </li>
  ))
}
