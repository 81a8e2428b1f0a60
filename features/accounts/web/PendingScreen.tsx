import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { dashboardOf } from '#core/access.ts'
import { roleLabels } from '#core/roles.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Me, SignupRequest } from '../contract.ts'
import { accounts, meQuery, useSignOut } from './queries.ts'

/** Only applicants whose request was returned fill in this form. */
const Resubmit = lazy(() => import('./Resubmit.tsx').then((file) => ({ default: file.Resubmit })))

/** The page where students and proctors wait for their school's decision (Spec §2). */
export function StudentPendingScreen(): ReactNode {
  return <Pending who="Your school is reviewing your request. We’ll email you." />
}

/** The page where school and facility administrators wait for a decision (Spec §2). */
export function SchoolAdminPendingScreen(): ReactNode {
  return <Pending who="We review each administrator’s request. We’ll email you." />
}

/** Milliseconds between two checks for a decision. */
const LOOK_EVERY = 10_000

function Pending({ who }: { who: string }) {
  const me = useQuery({
    ...meQuery,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LOOK_EVERY : false),
  })
  if (me.isPending)
    return (
      <AuthFrame title="Waiting for approval">
        <Skeletons shape="text" />
      </AuthFrame>
    )
  if (!me.data)
    return (
      <AuthFrame title="Waiting for approval" description={who}>
        <Text mb="md">Sign in to see the status of your request.</Text>
        <LinkButton href="/login" fullWidth>
          Sign in
        </LinkButton>
      </AuthFrame>
    )
  if (me.data.status === 'active') return <Approved home={dashboardOf(me.data.role)} />
  // The key remounts the page when the status changes, so it refetches the request.
  return <Status key={me.data.status} me={me.data} who={who} />
}

/** Redirects automatically: the link is for anyone who comes back to this page. */
function Approved({ home }: { home: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ href: home, replace: true })
  }, [navigate, home])
  return (
    <AuthFrame title="You are approved">
      <LinkButton href={home} fullWidth>
        Go to dashboard
      </LinkButton>
    </AuthFrame>
  )
}

const headings: Record<string, string> = {
  pending: 'Waiting for approval',
  returned: 'Your request needs an answer',
  declined: 'Your request was declined',
}

function Status({ me, who }: { me: Me; who: string }) {
  // Someone else decides it, so it is refetched whenever the page opens.
  const request = useQuery({
    ...accounts.myRequest.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <AuthFrame
      title={headings[me.status] ?? 'Waiting for approval'}
      description={me.status === 'pending' ? who : undefined}
      footer={<SignedInAs email={me.email} />}
    >
      <Loaded query={request} skeleton={<Skeletons shape="text" />}>
        {(found) => (
          <Stack>
            {found && <Facts request={found} />}
            {found?.decision_note && (
              <Banner kind={me.status === 'declined' ? 'danger' : 'warning'} title="Their message">
                {found.decision_note}
              </Banner>
            )}
            {me.status === 'declined' && (
              <Text size="sm">
                You can still join by an invitation. Ask your school or facility for one, or contact us.
              </Text>
            )}
            {found && me.status === 'returned' && (
              <Suspense fallback={<Skeletons shape="form" />}>
                <Resubmit me={me} request={found} />
              </Suspense>
            )}
            {me.status === 'pending' && (
              <Text size="sm" c="dimmed">
                This page updates automatically. You can also close it: we’ll email you.
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </AuthFrame>
  )
}

function SignedInAs({ email }: { email: string }) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <>
      Signed in as {email}.{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => signOut.mutate({}, { onSuccess: () => void navigate({ href: '/login' }) })}
      >
        Sign out
      </Anchor>
      {' · '}
      <Anchor component={Link} href="/contact">
        Contact us
      </Anchor>
    </>
  )
}

function Facts({ request }: { request: SignupRequest }) {
  return (
    <KeyValue
      items={[
        { label: 'Status', value: <StateBadge state={request.status} /> },
        { label: 'Asked to join as', value: roleLabels[request.role] },
        { label: 'Where', value: request.tenant_label },
        ...(request.contact ? [{ label: 'Questions', value: request.contact }] : []),
        { label: 'Asked', value: <RelativeTime value={request.created_at} /> },
        ...(request.decided_at
          ? [{ label: 'Decided', value: <RelativeTime value={request.decided_at} /> }]
          : []),
        ...(request.message ? [{ label: 'Your message', value: request.message }] : []),
      ]}
    />
  )
}
