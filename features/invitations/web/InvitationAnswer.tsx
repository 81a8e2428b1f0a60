import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import type { AcceptOutcome } from '../contract.ts'
import { invitations } from './queries.ts'

const answers: Record<Exclude<AcceptOutcome, 'accepted'>, { title: string; text: string }> = {
  already_accepted: {
    title: 'Already accepted',
    text: 'This invitation was accepted before. Sign in with the password you chose then.',
  },
  expired: {
    title: 'This invitation has expired',
    text: 'Links work for 14 days, or 30 for administrators. Request a new one and we’ll notify the person who invited you.',
  },
  replaced: {
    title: 'There is a newer invitation',
    text: 'It was sent again, and only the link in the latest email works. Check your spam folder, too.',
  },
  revoked: {
    title: 'This invitation was withdrawn',
    text: 'It can no longer be accepted. If you think this is a mistake, ask the person who invited you.',
  },
  tenant_closed: {
    title: 'No one can join here right now',
    text: 'The school or facility of this invitation is closed in Placewell. If you think this is a mistake, ask the person who invited you.',
  },
  inviter_gone: {
    title: 'This invitation is no longer valid',
    text: 'The person who sent it can no longer invite people here. Request a new one and we’ll notify the administrators.',
  },
  unknown: {
    title: 'This link isn’t valid',
    text: 'Copy the whole address from the email into the address bar.',
  },
  has_account: {
    title: 'You already have an account',
    text: 'There is an account for this address. Sign in with it, then open the link of the invitation again.',
  },
  other_person: {
    title: 'This invitation is for someone else',
    text: 'It was sent to a different address than the one you’re signed in with, or yours isn’t verified yet.',
  },
  other_tenant: {
    title: 'Your account belongs elsewhere',
    text: 'An account has one role at one school or facility. Nothing was changed: ask the person who invited you to use another address, or write to us, and we’ll move your account.',
  },
}

interface InvitationAnswerProps {
  outcome: AcceptOutcome
  token?: string
  home?: string
}

/** Explains why an invitation cannot be accepted here, and offers a next step. */
export function InvitationAnswer({ outcome, token, home = '/' }: InvitationAnswerProps): ReactNode {
  const { title, text } = answers[outcome === 'accepted' ? 'already_accepted' : outcome]
  return (
    <AuthFrame title={title}>
      <Stack>
        <Text>{text}</Text>
        {(outcome === 'expired' || outcome === 'inviter_gone') && token && <AskAgain token={token} />}
        {(outcome === 'already_accepted' || outcome === 'has_account') && (
          <LinkButton href="/login" fullWidth>
            Sign in
          </LinkButton>
        )}
        {(outcome === 'other_tenant' || outcome === 'other_person') && (
          <LinkButton href={home} fullWidth>
            Go to my dashboard
          </LinkButton>
        )}
        {outcome === 'other_tenant' && (
          <LinkButton href="/contact" variant="default" fullWidth>
            Write to us
          </LinkButton>
        )}
        {(outcome === 'unknown' ||
          outcome === 'revoked' ||
          outcome === 'replaced' ||
          outcome === 'tenant_closed') && (
          <LinkButton href="/" variant="default" fullWidth>
            Go to the home page
          </LinkButton>
        )}
      </Stack>
    </AuthFrame>
  )
}

function AskAgain({ token }: { token: string }) {
  const ask = useMutation({ ...invitations.askAgain.mutationOptions(), retry: false })
  if (ask.isSuccess)
    return (
      <Banner kind="success" live title="You requested a new invitation">
        If it can be sent again, we’ve notified the people who send invitations. You’ll get the new link by
        email.
      </Banner>
    )
  return (
    <Button loading={ask.isPending} onClick={() => ask.mutate({ token })} fullWidth>
      Request a new invitation
    </Button>
  )
}
