import { type ReactNode, useEffect, useState } from 'react'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { clearUrlParams, takeUrlParam } from '#platform/web/url-params.ts'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { AskForLink } from './AskForLink.tsx'
import type { Me } from '../contract.ts'
import { authCalls, type Followed } from './auth-calls.ts'
import { enter } from './enter.ts'
import { SignInForm } from './LoginScreen.tsx'
import { emptyNewPassword, useNewPassword } from './new-password.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { UnreachedLink } from './UnreachedLink.tsx'
import { useTokenResult } from './use-token-result.ts'

/** Follows the link of a verification email (Spec §2, §8); offers a new link if there is none or it is dead. */
export function VerifyEmailScreen(): ReactNode {
  // Opening the page uses up the link, so it is removed from the address and a reload does not try it again.
  const [token] = useState(() => takeUrlParam('token'))
  const [isChange] = useState(() => takeUrlParam('for') === 'change')
  useEffect(() => {
    if (token) clearUrlParams()
  }, [token])
  const { answer: first, failure: atFirst, again } = useTokenResult(token, authCalls.verifyEmail)
  // The link was used in another window, or expired, while the form was open.
  const [later, setLater] = useState<string>()
  const failure = later ?? atFirst
  const [second, follow] = useState<Followed>()
  const answer = second ?? first

  if (again) return <UnreachedLink title="Verify your email address" failure={failure} onRetry={again} />
  if (isChange && failure !== undefined) return <UnchangedAddress failure={failure} />
  if (!token || failure !== undefined)
    return (
      <AskForLink
        title="Verify your email address"
        description="Enter the address you signed up with, and we’ll send you a new link."
        submitLabel="Send me a new link"
        label="New verification link"
        failure={failure}
        ask={authCalls.resendVerification}
      />
    )
  if (!answer)
    return (
      <AuthLayout title="Verifying your email address">
        <output>One moment…</output>
      </AuthLayout>
    )
  const { kind, email, me } = answer
  if (kind === 'choose_password')
    return <ChoosePassword token={token} person={answer} onDone={follow} onLinkRefused={setLater} />
  if (me) return <Entering me={me} />
  return (
    <AuthLayout
      title={kind === 'change_email' ? 'Your new address is confirmed' : 'Your email address is verified'}
    >
      <p>
        {kind === 'change_email' ? (
          <>
            You sign in as <b>{email}</b> from now on; your password stays the same.
          </>
        ) : (
          <>
            <b>{email}</b> is verified. Sign in to see the status of your request.
          </>
        )}
      </p>
      {kind === 'change_email' ? (
        <LinkButton href="/login" fullWidth>
          Sign in
        </LinkButton>
      ) : (
        <SignInForm email={email} />
      )}
    </AuthLayout>
  )
}

/** A link for a new address that was used or has expired: only the person who asked for it can get another. */
function UnchangedAddress({ failure }: { failure: string }) {
  return (
    <AuthLayout title="Confirm your new email address">
      <Banner kind="danger" live>
        {failure}
      </Banner>
      <p>
        If you opened it before, sign in with your new address. Otherwise sign in with the old one, and change
        it again on your profile.
      </p>
      <LinkButton href="/login" fullWidth>
        Sign in
      </LinkButton>
    </AuthLayout>
  )
}

/** This browser signed up, so following the link signed it in. */
function Entering({ me }: { me: Me }) {
  useEffect(() => void enter(me), [me])
  return (
    <AuthLayout title="Your email address is verified">
      <output>Opening your account…</output>
    </AuthLayout>
  )
}

/** All other problems of a new password are shown at its field. */
const nothingElse = plainSchema<typeof emptyNewPassword>(() => ({}))

type ChoosePasswordProps = {
  token: string
  person: Followed
  onDone: (followed: Followed) => void
  onLinkRefused: (message: string) => void
}

/** The link was opened in another browser than the one that signed up, so the owner of the mailbox sets the password. */
function ChoosePassword({ token, person, onDone, onLinkRefused }: ChoosePasswordProps) {
  const { email, full_name } = person
  const newPassword = useNewPassword<typeof emptyNewPassword>(() => ({ email, fullName: full_name }))
  const form = useSchemaForm(newPassword.schema(nothingElse), {
    initialValues: emptyNewPassword,
    onSubmit: async (_, values) => {
      const password_hash_input = await newPassword.hash(values)
      const followed = await authCalls
        .verifyWithPassword({ token, password_hash_input })
        .catch((error: unknown) => {
          if (refusalOf(error)?.code !== 'link.not_valid') throw error
          onLinkRefused((error as Error).message)
        })
      if (!followed) return
      // The link is used up, so if signing in fails, the page offers to sign in again.
      const me = await authCalls.signIn({ email, password_hash_input }).catch(() => null)
      onDone({ ...followed, me })
    },
  })
  return (
    <AuthLayout title="Choose your password">
      <p>
        You opened this link in a different browser than the one you signed up with for <b>{email}</b>. To
        make sure that only you can sign in, choose your password here. You can use the one you chose before.
      </p>
      <p>If you didn’t sign up for Placewell, close this page. Nothing will happen.</p>
      <Form form={form} submitLabel="Verify my address" fullWidth label="Your password">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPasswordField form={form} newPassword={newPassword} />
      </Form>
    </AuthLayout>
  )
}
