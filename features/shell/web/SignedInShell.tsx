import {
  CatchBoundary,
  isNotFound,
  Outlet,
  useChildMatches,
  useLocation,
  useRouter,
} from '@tanstack/react-router'
import { ActionIcon } from '@mantine/core'
import { IconListCheck, IconSettings, IconUser } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { profilePath } from '#core/access.ts'
import { roleLabels } from '#core/roles.ts'
import { hideCurrentYear } from '#core/plain-date.ts'
import { MaintenanceBanner, useMe, useSignOut } from '#features/accounts/web/public.ts'
import { JobsDrawer } from '#features/jobs/web/public.ts'
import {
  RoleSwitcherSlot,
  RoleViewGate,
  SchoolPickerSlot,
  useRoleViewBanner,
} from '#features/role-views/web/public.ts'
import { NotificationsBellSlot } from '#features/notifications/web/public.ts'
import { SemesterPickerSlot } from '#features/semesters/web/public.ts'
import { PaymentBanner } from '#features/subscriptions/web/public.ts'
import { type ListParts, ListPartsContext } from '#platform/web/kit/parts.ts'
import { AppFrame } from '#ui/AppFrame.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Link } from '#ui/Link.tsx'
import { openPalette, PaletteHost } from '#ui/palette.tsx'
import { UserMenu } from '#ui/UserMenu.tsx'
import { frameOf } from './frame.ts'
import { pagesFor } from './pages.ts'
import { RouteFailedScreen } from './RouteFailedScreen.tsx'
import { useOfflineBanner } from './use-offline-banner.tsx'
import { useSignedOut } from './use-signed-out.ts'
import { useTimeFormat } from './use-time-format.ts'

/** The layout of every signed-in page; its style follows the path's prefix (Spec §2). */
export function SignedInShell(): ReactNode {
  useSignedOut()
  const me = useMe()
  useTimeFormat(me.time_format)
  hideCurrentYear(true)
  const path = useLocation({ select: (location) => location.pathname })
  const viewer = { role: me.role, isPreceptor: me.is_preceptor }
  const notice =
    useRoleViewBanner() ?? (me.school_is_active ? undefined : <ClosedSchoolBanner name={me.school_name} />)
  const offline = useOfflineBanner(me)
  const { maintenance } = me
  const pays = me.school_is_active && me.school_notice
  const banner =
    offline || maintenance || pays ? (
      <>
        {offline}
        <MaintenanceBanner planned={maintenance} />
        {pays && <PaymentBanner notice={pays} />}
        {notice}
      </>
    ) : (
      notice
    )

  return (
    <AppFrame {...frameOf(path, viewer, pagesFor(viewer))} {...parts} currentPath={path} banner={banner}>
      {content}
    </AppFrame>
  )
}

/** Shown on all pages, so that no one fills in a form that will be refused. */
function ClosedSchoolBanner({ name }: { name: string | null }): ReactNode {
  return (
    <Banner
      look="bar"
      kind="warning"
      title={`${name ?? 'Your school'} is deactivated.`}
      action={<Link href="/contact">Ask why</Link>}
    >
      Attendance and reports go on, but nothing new can be planned.
    </Banner>
  )
}

function Bell(): ReactNode {
  const { id, impersonation } = useMe()
  return <NotificationsBellSlot userId={id} mayMark={impersonation?.may_write !== false} />
}

/** Only the preceptor's header has it (Spec §2). */
function PreceptorSettings(): ReactNode {
  const me = useMe()
  const viewer = { role: me.role, isPreceptor: me.is_preceptor }
  const isThere = useLocation({
    select: ({ pathname }) => frameOf(pathname, viewer, []).toneLabel !== undefined,
  })
  return isThere ? (
    <ActionIcon component={Link} href="/facility/settings" aria-label="Settings">
      <IconSettings size={20} aria-hidden />
    </ActionIcon>
  ) : null
}

function OwnMenu(): ReactNode {
  const me = useMe()
  const router = useRouter()
  const signOut = useSignOut()
  const [isListing, list] = useState(false)
  const hasJobs = !['student', 'proctor'].includes(me.role)
  return (
    <>
      <UserMenu
        fullName={me.full_name}
        email={me.email}
        roleLabel={roleLabels[me.role]}
        items={[
          { label: 'My profile', icon: IconUser, href: profilePath(me.role) },
          ...(hasJobs ? [{ label: 'Recent jobs', icon: IconListCheck, onClick: () => list(true) }] : []),
        ]}
        onSignOut={() => signOut.mutate({}, { onSuccess: () => void router.navigate({ href: '/login' }) })}
      />
      {hasJobs && <JobsDrawer opened={isListing} onClose={() => list(false)} />}
    </>
  )
}

const ShellPalette = lazy(() => import('./ShellPalette.tsx').then((file) => ({ default: file.ShellPalette })))

// The same elements at every render, so that going from page to page renders only what the address changes.
const parts = {
  picker: (
    <>
      <RoleSwitcherSlot />
      <SchoolPickerSlot />
      <Suspense>
        <SemesterPickerSlot />
      </Suspense>
    </>
  ),
  bell: (
    <>
      <PreceptorSettings />
      <Bell />
    </>
  ),
  userMenu: <OwnMenu />,
  onSearch: () => void openPalette(),
}
const SavedViews = lazy(() =>
  import('#features/saved-views/web/public.ts').then((file) => ({ default: file.SavedViews })),
)
const listParts: ListParts = { SavedViews }
const content = (
  <ListPartsContext value={listParts}>
    <PaletteHost palette={ShellPalette} />
    <RoleViewGate>
      <PageInFrame />
    </RoleViewGate>
  </ListPartsContext>
)

/** The page of the address; if it fails, the layout stays. */
function PageInFrame(): ReactNode {
  const page = useChildMatches({ select: ([match]) => match })
  return (
    <CatchBoundary
      getResetKey={() => page}
      errorComponent={RouteFailedScreen}
      onCatch={(error) => {
        // The router handles addresses without a page.
        if (isNotFound(error)) throw error
      }}
    >
      <Outlet />
    </CatchBoundary>
  )
}
