import { Button, CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useMe } from '#features/accounts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { currentDashboard, needsFacility, needsSchool } from '../rules.ts'
import { useAllSchools } from './queries.ts'
import { useSelectedFacility } from './use-facility-view.ts'
import classes from './RoleViewBanner.module.css'

type Me = ReturnType<typeof useMe>

/** A superadmin's school or facility, view and identity, so that no one works in the wrong one by mistake. */
export function ContextBar({ me, path }: { me: Me; path: string }): ReactNode {
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
