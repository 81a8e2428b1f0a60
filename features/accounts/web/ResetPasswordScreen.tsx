import { type ReactNode, useState } from 'react'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { clearUrlParams, takeUrlParam } from '#platform/web/url-params.ts'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Link, useNavigateTo } from '#ui/Link.tsx'
import { toast } from '#ui/toast.ts'
import { AskForLink } from './AskForLink.tsx'
import { authCalls } from './auth-calls.ts'
import { emptyNewPassword, useNewPassword } from './new-password.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { UnreachedLink } from './UnreachedLink.tsx'
import { useTokenResult } from './use-token-result.ts'

/** Without a token, the form to request a link; with one, the form for the new password (Spec §2, §4, §8). */
export function ResetPasswordScreen(): ReactNode {
  const [token] = useState(() => takeUrlParam('token'))
  const { answer: link, failure: atFirst, again } = useTokenResult(token, authCalls.resetLink)
  // The link was used in another window, or expired, while the form was open.
  const [later, setLater] = useState<string>()
  const failure = later ?? atFirst
  if (again) return <UnreachedLink title="Reset your password" failure={failure} onRetry={again} />
  if (!token || failure !== undefined)
    return (
      <AskForLink
        title="Reset your password"
        description="Enter your email address and we’ll send you a link to choose a new password."
        submitLabel="Send me a link"
        label="Reset link"
        footer={<Link href="/login">Back to sign-in</Link>}
        failure={failure}
        ask={askForReset}
      />
    )
  if (!link)
    return (
      <AuthLayout title="Choose a new password">
        <output>One moment…</output>
      </AuthLayout>
    )
  return (
    <ChoosePassword token={token} email={link.email} fullName={link.full_name} onLinkRefused={setLater} />
  )
}

async function askForReset(email: string): Promise<{ message: string }> {
  const answer = await authCalls.requestReset(email)
  toast.success('Password Reset Email Sent')
  return answer
}

type ChoosePasswordProps = {
  token: string
  email: string
  fullName: string
  onLinkRefused: (message: string) => void
}

/** All other problems of a new password are shown at its field. */
const nothingElse = plainSchema<typeof emptyNewPassword>(() => ({}))

function ChoosePassword({ token, email, fullName, onLinkRefused }: ChoosePasswordProps) {
  const navigateTo = useNavigateTo()
  const newPassword = useNewPassword<typeof emptyNewPassword>(() => ({ email, fullName }))
  const form = useSchemaForm(newPassword.schema(nothingElse), {
    initialValues: emptyNewPassword,
    onSubmit: async (_, values) => {
      const input = { token, password_hash_input: await newPassword.hash(values) }
      const isRefused = await authCalls.resetPassword(input).then(
        () => false,
        (error: unknown) => {
          if (!refusalOf(error)?.code.startsWith('reset.')) throw error
          onLinkRefused((error as Error).message)
          return true
        },
      )
      if (isRefused) return
      toast.success('Your password was changed', 'Sign in with the new one.')
      clearUrlParams()
      navigateTo('/login')
    },
  })
  return (
    <AuthLayout title="Choose a new password">
      <p>
        For <b>{email}</b>. Every device that is signed in will be signed out.
      </p>
      <Form form={form} submitLabel="Change my password" fullWidth label="New password">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPasswordField form={form} newPassword={newPassword} label="New password" />
      </Form>
    </AuthLayout>
  )
}
