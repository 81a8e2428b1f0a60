import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { roleLabels } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { currentDashboard, minutesLeft } from '../rules.ts'
import { useEndImpersonation } from './queries.ts'
import classes from './RoleViewBanner.module.css'

type Me = ReturnType<typeof useMe>

// Only superadmins have it; until it is loaded, an empty bar keeps its line.
const ContextBar = lazy(() => import('./ContextBar.tsx').then((file) => ({ default: file.ContextBar })))

/** The frame's banner that says as whom the person acts; undefined if they act as themselves. */
export function useRoleViewBanner(): ReactNode | undefined {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  if (me.impersonation) return <ImpersonationBanner me={me} impersonation={me.impersonation} />
  if (me.role !== 'superadmin') return undefined
  const isAtHome = (currentDashboard(path)?.role ?? 'superadmin') === 'superadmin'
  if (isAtHome && !me.selected_school_id) return undefined
  return (
    <Suspense
      fallback={
        <Banner look="bar" kind="context">
          {'\u00a0'}
        </Banner>
      }
    >
      <ContextBar me={me} path={path} />
    </Suspense>
  )
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

function useMinutesLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), 5_000, { autoInvoke: true })
  return minutesLeft(until, now)
}
