import { Button, CloseButton } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { roleLabels } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { currentDashboard, minutesLeft, needsFacility, needsSchool } from '../rules.ts'
import { useAllSchools, useEndImpersonation } from './queries.ts'
import { useSelectedFacility } from './use-facility-view.ts'
import classes from './RoleViewBanner.module.css'

type Me = ReturnType<typeof useMe>

/** The frame's banner that says as whom the person acts; undefined if they act as themselves. */
export function useRoleViewBanner(): ReactNode | undefined {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (me.impersonation) return <ImpersonationBanner me={me} impersonation={me.impersonation} />
  if (me.role !== 'superadmin') return undefined
  const isAtHome = (currentDashboard(path)?.role ?? 'superadmin') === 'superadmin'
  return isAtHome && !me.selected_school_id ? undefined : <ContextBar me={me} path={path} />
}

/** As whom the person acts, why, and how much longer, with a button to end it. */
function ImpersonationBanner({
  me,
  impersonation,
}: {
  me: Me
  impersonation: NonNullable<Me['impersonation']>
}): ReactNode {
  const left = useMinutesLeft(impersonation.expires_at)
  const end = useEndImpersonation(() => window.location.assign('/admin/users'))
  const button = (label: string) => (
    <Button size="xs" color="red" loading={end.isPending} onClick={() => end.mutate(undefined)}>
      {label}
    </Button>
  )
  if (left === 0)
    return (
      <Banner
        look="bar"
        kind="danger"
        live
        title={`Your time as ${me.full_name} is over.`}
        action={button('Return to your own account')}
      >
        Nothing more is shown or changed until you return, {impersonation.real_full_name}.
      </Banner>
    )
  return (
    <Banner
      look="bar"
      kind="danger"
      title={`You’re acting as ${me.full_name} (${roleLabels[me.role]}).`}
      action={button('End impersonation')}
    >
      <span className={classes.facts}>
        <span>{impersonation.may_write ? 'Changes are allowed and recorded.' : 'Read-only.'}</span>
        <span suppressHydrationWarning>{left === 1 ? '1 minute left.' : `${left} minutes left.`}</span>
        <span className={classes.reason}>Reason: {impersonation.reason}</span>
      </span>
    </Banner>
  )
}

/** A superadmin's school or facility, view and identity, so that no one works in the wrong one by mistake. */
function ContextBar({ me, path }: { me: Me; path: string }): ReactNode {
  const dashboard = currentDashboard(path)
  const facility = useSelectedFacility()
  const isAtHome = (dashboard?.role ?? 'superadmin') === 'superadmin'
  return (
    <Banner
      look="bar"
      kind="context"
      action={
        !isAtHome ? (
          <Link href="/admin/dashboard" className={`${classes.back} ${classes.wide}`}>
            Back to Admin Dashboard
          </Link>
        ) : (
          !needsSchool(path) && <AllSchools me={me} />
        )
      }
    >
      <dl className={classes.context}>
        {needsFacility(path) ? (
          <Fact label="Facility" value={facility?.name ?? 'none chosen'} isStrong />
        ) : (
          <Fact label="School" value={me.selected_school_name ?? 'none chosen'} isStrong />
        )}
        <Fact label="View" value={dashboard?.label ?? 'Admin Dashboard'} isOnSwitcher />
        <Fact label="Acting as" value={`yourself, ${me.full_name}`} />
      </dl>
    </Banner>
  )
}

/** Back to all schools; only a cross on a phone, to save a line. */
function AllSchools({ me }: { me: Me }): ReactNode {
  const { isPending, show } = useAllSchools()
  const isPhone = useIsPhone()
  if (isPhone)
    return <CloseButton aria-label="Show all schools" disabled={isPending} onClick={() => show(me)} />
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => show(me)}>
      Show all schools
    </Button>
  )
}

type FactProps = { label: string; value: string; isStrong?: boolean; isOnSwitcher?: boolean }

function Fact({ label, value, isStrong, isOnSwitcher }: FactProps): ReactNode {
  return (
    <div className={isOnSwitcher ? classes.wide : undefined}>
      <dt>{label}</dt>
      <dd data-strong={isStrong || undefined}>{value}</dd>
    </div>
  )
}

function useMinutesLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), 5_000, { autoInvoke: true })
  return minutesLeft(until, now)
}
