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

const schema = plainSchema<{ email: string; password: string }>(({ email, password }) => ({
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
  const form = useSchemaForm(schema, {
    initialValues: { email: known, password: '' },
    onSubmit: async ({ email, password }) => {
      setUnverified(undefined)
      const me = await signIn(email, password).catch((error: unknown) => {
        if (error instanceof CallFailed && error.status === 403) setUnverified(email)
        throw error
      })
      await enter(me, from)
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
      </Form>
      <p>
        <Link href="/reset-password">Forgot your password?</Link>
      </p>
    </>
  )
}

/** Fetches the salt setting, hashes in a worker, sends the hash. */
async function signIn(email: string, password: string) {
  const { setting } = await authCalls.setting(email)
  return authCalls.signIn({ email, password_hash_input: await hashPassword(password, setting) })
}
