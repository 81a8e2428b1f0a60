import { type ReactNode, useState } from 'react'
import type { SignUpRole } from '#core/roles.ts'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useSchemaForm } from '#ui/form.ts'
import { Link } from '#ui/Link.tsx'
import { PlainField } from '#ui/PlainField.tsx'
import { toast } from '#ui/toast.ts'
import { authCalls } from './auth-calls.ts'
import { emptyNewPassword, useNewPassword } from './new-password.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { personSchema } from './person-form.ts'
import { tenantOf, withTenant } from './tenant-form.ts'
import { TenantFields } from './TenantFields.tsx'
import { ResendVerification } from './ResendVerification.tsx'
import { SignUpClosed } from './SignUpClosed.tsx'
import { useSiteSettings } from './use-site-settings.ts'

const words: Record<SignUpRole, { title: string; description: string }> = {
  student: { title: 'Sign up as a student', description: 'Your school approves you before you can start.' },
  proctor: { title: 'Sign up as a proctor', description: 'Your school approves you before you can start.' },
  school_admin: {
    title: 'Sign up for a school',
    description: 'For people who plan placements. Your account is approved before you can start.',
  },
  facility_admin: {
    title: 'Sign up for a facility',
    description: 'For people who host students. Your account is approved before you can start.',
  },
}

export function SignUpStudentScreen(): ReactNode {
  return <SignUpForm applicant="student" />
}
export function SignUpProctorScreen(): ReactNode {
  return <SignUpForm applicant="proctor" />
}
export function SignUpSchoolScreen(): ReactNode {
  return <SignUpForm applicant="school_admin" />
}
export function SignUpFacilityScreen(): ReactNode {
  return <SignUpForm applicant="facility_admin" />
}

function SignUpForm({ applicant }: { applicant: SignUpRole }) {
  // An id of the form: sending it twice creates one account.
  const [requestId] = useState(() => crypto.randomUUID())
  const [sentTo, setSentTo] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  const newPassword = useNewPassword<typeof emptyNewPassword & { email: string; full_name: string }>(
    ({ email, full_name }) => ({ email, fullName: full_name }),
  )
  const tick = usePatientTick()
  const open = useSiteSettings()?.sign_up_roles
  const form = useSchemaForm(newPassword.schema(withTenant(applicant, personSchema)), {
    initialValues: {
      full_name: '',
      email: '',
      school_id: '',
      join_code: '',
      facility_id: '',
      tenant_name: '',
      is_new_tenant: false,
      message: '',
      ...emptyNewPassword,
    },
    onSubmit: async ({ full_name, email }, values) => {
      setTaken(false)
      const password_hash_input = await newPassword.hash({ ...values, email })
      const answer = await authCalls
        .signUp({
          request_id: requestId,
          role: applicant,
          full_name,
          email,
          password_hash_input,
          ...tenantOf(values),
          ...tick.sent,
        })
        .catch((error: unknown) => {
          if (refusalOf(error)?.code !== 'signup.has_account') throw error
        })
      if (!answer) return setTaken(true)
      toast.success('Account created successfully! Please check your email to verify your account.')
      setSentTo(answer.email)
    },
  })
  if (sentTo) return <CheckYourMail email={sentTo} />
  return (
    <AuthLayout
      {...words[applicant]}
      footer={
        <>
          Not you? <Link href="/signup">Choose again</Link>
          {' · '}
          <Link href="/login">Sign in</Link>
        </>
      }
    >
      {open && !open.includes(applicant) ? (
        <SignUpClosed which=" for this role" />
      ) : (
        <Form form={form} submitLabel="Create account" fullWidth label={words[applicant].title}>
          {isTaken && <AlreadyHere />}
          <PlainField label="Full name" autoComplete="name" required {...form.field('full_name')} />
          <PlainField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            required
            {...form.field('email')}
          />
          <TenantFields applicant={applicant} form={form} tick={tick} />
          <NewPasswordField form={form} newPassword={newPassword} />
        </Form>
      )}
    </AuthLayout>
  )
}

/** The specification's text (Spec §8), with its two links. */
function AlreadyHere() {
  return (
    <Banner kind="warning" live>
      Looks like you already have an account with this email address. Please{' '}
      <Link href="/login">click here to log into your account</Link> or{' '}
      <Link href="/reset-password">click here to reset your password</Link>.
    </Banner>
  )
}

function CheckYourMail({ email }: { email: string }) {
  return (
    <AuthLayout title="Check your email" footer={<Link href="/login">Sign in</Link>}>
      <p>
        We sent a link to <b>{email}</b>. Open it within 24 hours to verify your address; then your request
        goes to the people who approve it.
      </p>
      <ResendVerification email={email} />
    </AuthLayout>
  )
}
