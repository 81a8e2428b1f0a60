import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dashboardOf } from '#core/access.ts'
import { useSignOut } from '#features/accounts/web/public.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { AcceptOutcome, OpenedInvitation } from '../contract.ts'
import { invitations } from './queries.ts'

type Valid = NonNullable<OpenedInvitation['invitation']>
type Props = {
  token: string
  /** The signed-in person's dashboard. */
  home: string
  invitation: Valid
  /** The signed-in person's email; undefined when no one is signed in. */
  email: string | undefined
  /** Shows who invites to what. */
  welcome: ReactNode
  onSignedOut: () => void
  /** Renders the explanation if the invitation is no longer open. */
  renderAnswer: (outcome: AcceptOutcome) => ReactNode
}

/** An open invitation of someone with an account: accept it, sign in for it, or sign out first. */
export function InvitationWithAccount({ email, ...props }: Props): ReactNode {
  if (email === undefined) return <HasAccount {...props} />
  if (email !== props.invitation.email) return <SignedInAsOther {...props} email={email} />
  return <AcceptSignedIn {...props} />
}

function AcceptSignedIn({
  token,
  invitation,
  welcome,
  renderAnswer,
}: Pick<Props, 'token' | 'invitation' | 'welcome' | 'renderAnswer'>) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const accept = useMutation({
    ...invitations.acceptSignedIn.mutationOptions(),
    onSuccess: async ({ outcome }) => {
      if (outcome !== 'accepted') return
      client.clear()
      await navigate({ href: dashboardOf(invitation.role), replace: true })
    },
  })
  const outcome = accept.data?.outcome
  if (outcome && outcome !== 'accepted') return renderAnswer(outcome)
  return (
    <AuthFrame title={`Join ${invitation.tenant_name}`} description={welcome}>
      <Stack>
        <Text>You are signed in as {invitation.email}.</Text>
        <Button loading={accept.isPending} onClick={() => accept.mutate({ token })} fullWidth>
          Accept the invitation
        </Button>
      </Stack>
    </AuthFrame>
  )
}

function HasAccount({ token, invitation, welcome }: Pick<Props, 'token' | 'invitation' | 'welcome'>) {
  return (
    <AuthFrame title="You already have an account" description={welcome}>
      <Stack>
        <Text>
          There is an account for <b>{invitation.email}</b>. Sign in with it, and you’ll come back here to
          accept.
        </Text>
        <LinkButton href={`/login?from=${encodeURIComponent(here(token))}`} fullWidth>
          Sign in
        </LinkButton>
        <LinkButton href="/reset-password" variant="default" fullWidth>
          I forgot my password
        </LinkButton>
      </Stack>
    </AuthFrame>
  )
}

type SignedInAsOtherProps = Pick<Props, 'home' | 'invitation' | 'welcome' | 'onSignedOut'> & { email: string }

function SignedInAsOther({ email, home, invitation, welcome, onSignedOut }: SignedInAsOtherProps) {
  const signOut = useSignOut()
  return (
    <AuthFrame title="This invitation is for someone else" description={welcome}>
      <Stack>
        <Text>
          It was sent to <b>{invitation.email}</b>, and you are signed in as <b>{email}</b>. Sign out to
          accept it with the right account.
        </Text>
        <Button
          loading={signOut.isPending}
          onClick={() => signOut.mutate({}, { onSuccess: onSignedOut })}
          fullWidth
        >
          Sign out and continue
        </Button>
        <LinkButton href={home} variant="default" fullWidth>
          Stay signed in
        </LinkButton>
      </Stack>
    </AuthFrame>
  )
}

/** The address of this page, to return to after sign-in. */
function here(token: string): string {
  return `${window.location.pathname}?token=${encodeURIComponent(token)}`
}
