import { Text, TextInput } from '@mantine/core'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useReducer, useState } from 'react'
import { dashboardOf } from '#core/access.ts'
import { asRole } from '#core/roles.ts'
import { nameProblem } from '#core/visible-text.ts'
import { emptyNewPassword, meQuery, NewPasswordField, useNewPassword } from '#features/accounts/web/public.ts'
import { takeUrlParam } from '#platform/web/url-params.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { AcceptOutcome, OpenedInvitation } from '../contract.ts'
import { invitations } from './queries.ts'

type Valid = NonNullable<OpenedInvitation['invitation']>

// Most invitations are open and to people without an account, so the other answers load separately.
const InvitationAnswer = lazy(() =>
  import('./InvitationAnswer.tsx').then((file) => ({ default: file.InvitationAnswer })),
)
const UnopenedInvitation = lazy(() =>
  import('./UnopenedInvitation.tsx').then((file) => ({ default: file.UnopenedInvitation })),
)
const InvitationWithAccount = lazy(() =>
  import('./InvitationWithAccount.tsx').then((file) => ({ default: file.InvitationWithAccount })),
)

/** The page behind a link (Spec §2, the three accept pages): a new account, or an explanation with a next step. */
export function AcceptInvitationScreen(): ReactNode {
  const [token] = useState(() => takeUrlParam('token'))
  const opened = useQuery({
    ...invitations.open.queryOptions({ input: token ? { token } : skipToken }),
    // The state can change at any time, so it is fetched again whenever the page is opened.
    staleTime: 0,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const me = useQuery(meQuery)
  // Signing out clears the cache; rendering again refetches.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const home = me.data ? dashboardOf(me.data.role) : '/'

  if (!token) return <Answer outcome="unknown" />
  if (opened.isError)
    return (
      <Suspense fallback={<Loading />}>
        <UnopenedInvitation
          error={opened.error}
          onRetry={() => void opened.refetch()}
          isRetrying={opened.isFetching}
        />
      </Suspense>
    )
  if (!opened.data || me.isPending) return <Loading />
  const { state, invitation } = opened.data
  if (!invitation)
    return (
      <Answer
        outcome={state === 'accepted' ? 'already_accepted' : (state as AcceptOutcome)}
        token={token}
        home={home}
      />
    )
  if (me.data || invitation.has_account)
    return (
      <Suspense fallback={<Loading />}>
        <InvitationWithAccount
          {...{ token, home, invitation, email: me.data?.email }}
          welcome={<Welcome invitation={invitation} />}
          onSignedOut={drawAgain}
          renderAnswer={(outcome) => <Answer {...{ outcome, token, home }} />}
        />
      </Suspense>
    )
  return <AcceptForm token={token} invitation={invitation} onRefused={() => void opened.refetch()} />
}

function Loading() {
  return (
    <AuthFrame title="Your invitation">
      <Skeletons shape="form" />
    </AuthFrame>
  )
}

type AnswerProps = { outcome: AcceptOutcome; token?: string; home?: string }

function Answer(props: AnswerProps) {
  return (
    <Suspense fallback={<Loading />}>
      <InvitationAnswer {...props} />
    </Suspense>
  )
}

/** Who invites to what, above every way to accept. */
function Welcome({ invitation }: { invitation: Valid }): ReactNode {
  const { invited_by_name, tenant_name, role, message } = invitation
  return (
    <>
      <Text>
        {invited_by_name ?? 'Placewell'} invites you to join <b>{tenant_name}</b> as {asRole(role)}.
      </Text>
      {message && (
        <Text
          component="blockquote"
          m={0}
          pl="md"
          c="dimmed"
          style={{ borderInlineStart: '3px solid var(--pw-edge)' }}
        >
          {message}
        </Text>
      )}
    </>
  )
}

const schema = plainSchema(({ full_name }: { full_name: string }) => ({
  full_name: nameProblem(full_name) ?? false,
}))

type AcceptFormProps = { token: string; invitation: Valid; onRefused: () => void }

function AcceptForm({ token, invitation, onRefused }: AcceptFormProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const newPassword = useNewPassword<{ full_name: string; password: string }>(({ full_name }) => ({
    email: invitation.email,
    fullName: full_name,
  }))
  const accept = useMutation({ ...invitations.accept.mutationOptions(), meta: { quiet: true }, retry: false })
  const form = useSchemaForm(newPassword.schema(schema), {
    initialValues: { full_name: invitation.full_name ?? '', ...emptyNewPassword },
    onSubmit: async ({ full_name }, values) => {
      const password_hash_input = await newPassword.hash(values)
      const { outcome } = await accept.mutateAsync({ token, full_name, password_hash_input })
      // Someone else accepted it, or it changed in the meantime: the page shows which.
      if (outcome !== 'accepted') return onRefused()
      client.clear()
      await navigate({ href: dashboardOf(invitation.role), replace: true })
    },
  })
  return (
    <AuthFrame title={`Join ${invitation.tenant_name}`} description={<Welcome invitation={invitation} />}>
      <Form form={form} submitLabel="Create my account" fullWidth label="Your account">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          value={invitation.email}
          readOnly
          description="The invitation is for this address."
        />
        <TextInput label="Full name" autoComplete="name" required {...form.field('full_name')} />
        <NewPasswordField form={form} newPassword={newPassword} />
      </Form>
    </AuthFrame>
  )
}
