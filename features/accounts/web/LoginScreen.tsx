import { type ReactNode, useState } from 'react'
import { takeUrlParam } from '#platform/web/url-params.ts'
import { CallFailed } from '#platform/web/plain-api.ts'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Link } from '#ui/Link.tsx'
import { PlainField, PlainPassword } from '#ui/PlainField.tsx'
import { authCalls } from './auth-calls.ts'
import { enter } from './enter.ts'
import { hashPassword } from './password.ts'
import { ResendVerification } from './ResendVerification.tsx'

const schema = plainSchema<{ email: string; password: string; code: string }>(({ email, password }) => ({
  email: !email.trim() && 'Enter your email address.',
  password: !password && 'Enter your password.',
}))

/** Signs in, and returns to the page the visitor came from (Spec §2). */
export function LoginScreen(): ReactNode {
  // May be an invitation's address, including its token.
  const [from] = useState(() => takeUrlParam('from'))
  const [isEnded] = useState(() => takeUrlParam('ended') !== undefined)
  return (
    <AuthLayout
      title="Sign in"
      description="Welcome back to Placewell."
      footer={
        <>
          New to Placewell? <Link href="/signup">Create an account</Link>
        </>
      }
    >
      <SignInForm
        from={from}
        notice={
          isEnded && (
            // Stays, unlike a toast: the session of someone who is away ends too.
            <Banner kind="info" live title="Your session has ended">
              Sign in again to return to your page.
            </Banner>
          )
        }
      />
    </AuthLayout>
  )
}

/** The sign-in form, with an optional known email address and a notice above its fields. */
export function SignInForm({
  email: known = '',
  from,
  notice,
}: {
  email?: string
  from?: string | undefined
  notice?: ReactNode
}): ReactNode {
  const [unverified, setUnverified] = useState<string>()
  // Accounts with two-step verification: asked for once the password was right.
  const [needsCode, setNeedsCode] = useState(false)
  const form = useSchemaForm(schema, {
    initialValues: { email: known, password: '', code: '' },
    onSubmit: async ({ email, password, code }) => {
      setUnverified(undefined)
      const me = await signIn(email, password, code.trim()).catch((error: unknown) => {
        if (!(error instanceof CallFailed)) throw error
        if (error.status === 403) setUnverified(email)
        if ((error.data as { code?: string } | null)?.code !== 'two_step.code_required' || needsCode)
          throw error
        setNeedsCode(true)
      })
      if (me) await enter(me, from)
    },
  })
  return (
    <>
      <Form form={form} label="Sign in" submitLabel="Sign in" fullWidth>
        {notice}
        {unverified !== undefined && <ResendVerification email={unverified} />}
        <PlainField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
          autoFocus={!known}
          {...form.field('email')}
        />
        <PlainPassword
          label="Password"
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form and nothing else
          autoFocus={known !== ''}
          {...form.field('password')}
        />
        {needsCode && (
          <PlainField
            label="Code"
            description="The code that your authenticator app shows, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            maxLength={40}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- appears as the next step of this form
            autoFocus
            required
            {...form.field('code')}
          />
        )}
      </Form>
      <p>
        {needsCode ? (
          <Link href="/contact">Lost your phone and your recovery codes?</Link>
        ) : (
          <Link href="/reset-password">Forgot your password?</Link>
        )}
      </p>
    </>
  )
}

/** Fetches the salt setting, hashes in a worker, sends the hash. */
async function signIn(email: string, password: string, code: string) {
  const { setting } = await authCalls.setting(email)
  const password_hash_input = await hashPassword(password, setting)
  return authCalls.signIn({ email, password_hash_input, ...(code && { code }) })
}
