import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { roleLabels } from '#core/roles.ts'
import { emailProblem } from '#core/email.ts'
import { CalendarFeed } from '#features/calendar-feeds/web/public.ts'
import { LeaveAccount } from '#features/departures/web/public.ts'
import { MyLeave } from '#features/leaves/web/public.ts'
import { NotificationPreferences } from '#features/notifications/web/public.ts'
import { MyPrivacy } from '#features/privacy/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { valuesAfterUpdate } from '#ui/values-after-update.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Me, Profile, SessionRow } from '../contract.ts'
import { deviceName } from '../rules.ts'
import { emptyNewPassword, useNewPassword } from './new-password.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { hashPassword } from './password.ts'
import { accounts, calls, meQuery, useMe } from './queries.ts'
import classes from './ProfileScreen.module.css'

const SecondFactor = lazy(() => import('./SecondFactor.tsx').then((file) => ({ default: file.SecondFactor })))

/** A person's own page, the same for every role (Spec §2): details, password, address, devices. */
export function ProfileScreen(): ReactNode {
  const me = useMe()
  // Until then the server refuses everything else.
  const mustChange = me.must_change_password && !me.impersonation
  // The form needs the stored version: an outdated one would be refused.
  const profile = useQuery({ ...accounts.profile.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  return (
    <Page title="My profile" width="narrow" query={profile} skeleton={<Skeletons shape="form" />}>
      {(found) =>
        mustChange ? (
          <Stack gap="lg">
            <Banner kind="warning" title="Choose a new password">
              Your password is on a list of common passwords. Change it below to use the rest of Placewell
              again.
            </Banner>
            <ChangePassword me={me} />
          </Stack>
        ) : (
          <Stack gap="lg">
            {found.role === 'student' && (
              <Suspense fallback={null}>
                <MyLeave />
              </Suspense>
            )}
            <Details me={me} profile={found} />
            {found.role === 'student' && (
              <Suspense fallback={<Skeletons shape="form" />}>
                <MyPrivacy isActedAs={me.impersonation !== null} />
              </Suspense>
            )}
            <NotificationPreferences />
            {me.impersonation ? (
              <Banner kind="context">
                Password, email address and devices belong to {me.full_name} alone and are not shown here.
              </Banner>
            ) : (
              <>
                {me.role !== 'superadmin' && <CalendarFeed role={me.role} />}
                <ChangePassword me={me} />
                <ChangeEmail me={me} />
                <Suspense fallback={<Skeletons shape="text" />}>
                  <SecondFactor me={me} />
                </Suspense>
                <Devices />
                <LeaveAccount me={me} />
              </>
            )}
          </Stack>
        )
      }
    </Page>
  )
}

const details = z.object({
  full_name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter your full name.'), z.maxLength(200, 'At most 200 characters.')),
  phone: z
    .string()
    .check(
      z.trim(),
      z.maxLength(40, 'At most 40 characters.'),
      z.regex(/^[+\d][\d\s().+x-]*$|^$/i, 'Enter a telephone number, such as +1 414 555 0123.'),
    ),
})

const valuesOf = (profile: Profile) => ({
  full_name: profile.full_name,
  phone: profile.phone ?? '',
  graduation_date: profile.graduation_date ?? '',
  license_in_progress: profile.license_in_progress,
  time_format: profile.time_format,
})

function Details({ me, profile }: { me: Me; profile: Profile }) {
  const isStudent = profile.role === 'student'
  const update = useMutation({
    ...accounts.updateProfile.mutationOptions(),
    retry: false,
    meta: { quiet: true, done: 'Profile saved', touches: [accounts.profile.key(), meQuery.queryKey] },
  })
  const [opened, open] = useState(profile)
  const form = useSchemaForm(details, {
    initialValues: valuesOf(opened),
    onSubmit: async ({ full_name, phone }, { graduation_date, license_in_progress, time_format }) => {
      open(
        await update.mutateAsync({
          version: opened.version,
          full_name,
          phone: phone || null,
          time_format,
          ...(isStudent ? { graduation_date: graduation_date || null, license_in_progress } : {}),
        }),
      )
    },
  })
  const next =
    profile.version > opened.version && valuesAfterUpdate(form.values, valuesOf(opened), valuesOf(profile))
  if (next) {
    open(profile)
    form.setValues(next)
  }
  return (
    <PageSection title="About me">
      <Stack gap="lg">
        <KeyValue
          items={[
            { label: 'Role', value: roleLabels[profile.role] },
            ...(me.school_name ? [{ label: 'School', value: me.school_name }] : []),
            ...(me.facility_name ? [{ label: 'Facility', value: me.facility_name }] : []),
            ...(profile.student_number ? [{ label: 'Student ID', value: profile.student_number }] : []),
            { label: 'Member since', value: <RelativeTime value={profile.created_at} /> },
          ]}
        />
        <Form form={form} submitLabel="Save" label="About me">
          <TextInput label="Full name" autoComplete="name" required {...form.field('full_name')} />
          <TextInput label="Phone" type="tel" autoComplete="tel" {...form.field('phone')} />
          <NativeSelect
            label="Time format"
            data={[
              { value: '12h', label: '12-hour: 7:00 AM–3:00 PM' },
              { value: '24h', label: '24-hour: 0700–1500' },
            ]}
            {...form.field('time_format')}
          />
          {isStudent && (
            <>
              <DateField
                label="Expected graduation"
                description="Placements are planned up to this day."
                clearable
                {...form.field('graduation_date')}
              />
              <Checkbox
                label="My license is in progress"
                {...form.field('license_in_progress', { type: 'checkbox' })}
              />
            </>
          )}
        </Form>
      </Stack>
    </PageSection>
  )
}

const currentPassword = z.string().check(z.minLength(1, 'Enter your current password.'))

function ChangePassword({ me }: { me: Me }) {
  const change = useMutation({
    ...accounts.changePassword.mutationOptions(),
    retry: false,
    meta: {
      quiet: true,
      done: 'Password changed; every other device was signed out',
      // Refetches everything that was refused until now.
      touches: me.must_change_password ? [[]] : [meQuery.queryKey, accounts.sessions.key()],
    },
  })
  const newPassword = useNewPassword<typeof emptyNewPassword>(() => ({
    email: me.email,
    fullName: me.full_name,
  }))
  const form = useSchemaForm(newPassword.schema(z.object({ current_password: currentPassword })), {
    initialValues: { current_password: '', ...emptyNewPassword },
    onSubmit: async ({ current_password }, values) => {
      const [{ setting }, password_hash_input] = await Promise.all([
        calls.preLogin({ email: me.email }),
        newPassword.hash(values),
      ])
      await change.mutateAsync({
        current_hash: await hashPassword(current_password, setting),
        password_hash_input,
      })
      form.reset()
    },
  })
  return (
    <PageSection title="Password" description="Every other device is signed out when you change it.">
      <Form form={form} submitLabel="Change password" label="Password">
        <input type="hidden" autoComplete="username" value={me.email} readOnly />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...form.field('current_password')}
        />
        <NewPasswordField form={form} newPassword={newPassword} label="New password" />
      </Form>
    </PageSection>
  )
}

const address = z.object({
  new_email: z.string().check(
    z.trim(),
    z.refine((text) => emailProblem(text) === null, {
      error: ({ input }) => emailProblem(String(input)) ?? '',
    }),
  ),
  current_password: currentPassword,
})

function ChangeEmail({ me }: { me: Me }) {
  const change = useMutation({
    ...accounts.changeEmail.mutationOptions(),
    retry: false,
    meta: { quiet: true, done: 'Check the new mailbox' },
  })
  const form = useSchemaForm(address, {
    initialValues: { new_email: '', current_password: '' },
    onSubmit: async ({ new_email, current_password }) => {
      // The same password, hashed with each address's salt: the new hash takes effect with the new address.
      const [now, then] = await Promise.all([
        calls.preLogin({ email: me.email }),
        calls.preLogin({ email: new_email }),
      ])
      const current_hash = await hashPassword(current_password, now.setting)
      const password_hash_input = await hashPassword(current_password, then.setting)
      await change.mutateAsync({ new_email, current_hash, password_hash_input })
      form.reset()
    },
  })
  return (
    <PageSection
      title="Email address"
      description={
        <>
          You sign in as <b>{me.email}</b>. A change takes effect when you follow the link we send to the new
          address.
        </>
      }
    >
      <Stack>
        {change.isSuccess && (
          <Banner kind="success" live>
            We sent a link to {change.variables.new_email}. It works for 24 hours.
          </Banner>
        )}
        <Form form={form} submitLabel="Change email address" label="Email address">
          <TextInput
            label="New email address"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            {...form.field('new_email')}
          />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            {...form.field('current_password')}
          />
        </Form>
      </Stack>
    </PageSection>
  )
}

function Devices() {
  const sessions = useQuery({ ...accounts.sessions.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  const touches = [accounts.sessions.key()]
  const endOthers = useMutation({
    ...accounts.endOtherSessions.mutationOptions(),
    meta: { done: 'Signed out everywhere else', touches },
  })
  const hasOthers = (sessions.data?.length ?? 0) > 1
  const [signOutElsewhere, dialog] = useAction({
    label: 'Sign out everywhere else',
    ask: () => ({
      title: 'Sign out everywhere else?',
      body: 'Other devices that are signed in to your account must sign in again.',
    }),
    run: () => endOthers.mutateAsync({}),
    tellsFailure: true,
  })
  return (
    <PageSection
      title="Where you are signed in"
      actions={
        hasOthers && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => signOutElsewhere({})}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {dialog}
      <Loaded query={sessions} skeleton={<Skeletons shape="text" />}>
        {(found) => (
          <ul className={classes.devices}>
            {found.map((session) => (
              <Device key={session.id} session={session} />
            ))}
            {found.length === 50 && (
              <li>The 50 most recently used. Sign out everywhere else to end all others.</li>
            )}
          </ul>
        )}
      </Loaded>
    </PageSection>
  )
}

function Device({ session }: { session: SessionRow }) {
  const end = useMutation({
    ...accounts.endSession.mutationOptions(),
    meta: { done: 'Device signed out', touches: [accounts.sessions.key()] },
  })
  const name = deviceName(session.user_agent)
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>
            {name}
            {session.is_current && ' (this one)'}
          </Text>
          <Text size="sm" c="dimmed">
            Signed in <RelativeTime value={session.signed_in_at} />, last used{' '}
            <RelativeTime value={session.last_seen_at} />
            {session.address_block && `, from ${session.address_block}`}
          </Text>
        </div>
        {!session.is_current && (
          <Button
            variant="default"
            size="compact-sm"
            loading={end.isPending}
            onClick={() => end.mutate({ id: session.id })}
            aria-label={`Sign out ${name}`}
          >
            Sign out
          </Button>
        )}
      </Group>
    </li>
  )
}
