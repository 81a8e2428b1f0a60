import { Button, Code, CopyButton, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Me } from '../contract.ts'
import { hashPassword } from './password.ts'
import { accounts, calls } from './queries.ts'
import classes from './ProfileScreen.module.css'

const touches = [accounts.secondFactor.key(), accounts.sessions.key()]
/** Recovery codes are shown once: a press next to the dialog does not close them. */
const stays = { closeOnClickOutside: false, closeOnEscape: false }
type Task = 'set_up' | 'renew' | 'turn_off'

/** Two-step verification on a person's own page: set up with an app, new recovery codes, turned off (decision 257). */
export function SecondFactor({ me }: { me: Me }): ReactNode {
  const query = useQuery({ ...accounts.secondFactor.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  return (
    <PageSection
      title="Two-step verification"
      description="A code from an app on your phone, after your password. A stolen password alone then opens nothing."
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="Two-step verification couldn’t be loaded"
        isEmpty={() => false}
      >
        {({ since, recovery_codes_left: left }) =>
          since === null ? (
            <Stack gap="md" align="flex-start">
              <Text size="sm">
                It’s off. {me.role !== 'student' && 'We recommend it to everyone who sees students’ records.'}
              </Text>
              <Button onClick={() => setTask('set_up')}>Set up</Button>
            </Stack>
          ) : (
            <Stack gap="md" align="flex-start">
              <Group gap="sm">
                <StateBadge state="active" label="On" />
                <Text size="sm">since {formatDate(dayHere(since), 'long')}</Text>
              </Group>
              {left <= 3 ? (
                <Banner
                  kind="warning"
                  title={
                    left === 0
                      ? 'No recovery codes left'
                      : `${left} recovery ${left === 1 ? 'code' : 'codes'} left`
                  }
                >
                  Make new ones now, in case you lose your phone.
                </Banner>
              ) : (
                <Text size="sm" c="dimmed">
                  {left} of 10 recovery codes are unused.
                </Text>
              )}
              <Group gap="sm">
                <Button variant="default" onClick={() => setTask('renew')}>
                  Make new recovery codes
                </Button>
                <Button variant="subtle" color="red" onClick={() => setTask('turn_off')}>
                  Turn off
                </Button>
              </Group>
            </Stack>
          )
        }
      </Loaded>
      {task === 'set_up' && <SetUp me={me} close={close} />}
      {task === 'renew' && <Renew me={me} close={close} />}
      {task === 'turn_off' && <TurnOff me={me} close={close} />}
    </PageSection>
  )
}

function SetUp({ me, close }: { me: Me; close: () => void }) {
  const start = useMutation({
    ...accounts.startSecondFactor.mutationOptions(),
    retry: false,
    meta: { quiet: true },
  })
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <OpenModal
      title={codes ? 'Keep your recovery codes' : 'Set up two-step verification'}
      {...(codes && stays)}
      onClose={close}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={me.email} close={close} />
      ) : start.data ? (
        <FirstCode {...start.data} onDone={setCodes} close={close} />
      ) : (
        <PasswordQuestion
          me={me}
          submitLabel="Continue"
          close={close}
          onSubmit={async (current_hash) => void (await start.mutateAsync({ current_hash }))}
        >
          <Text size="sm">
            You need an authenticator app, such as Google Authenticator, Microsoft Authenticator, 1Password or
            Apple Passwords. First enter your password.
          </Text>
        </PasswordQuestion>
      )}
    </OpenModal>
  )
}

const firstCode = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter the code that the app shows.')),
})

function FirstCode({
  secret,
  address,
  onDone,
  close,
}: {
  secret: string
  address: string
  onDone: (codes: readonly string[]) => void
  close: () => void
}) {
  const confirm = useMutation({
    ...accounts.confirmSecondFactor.mutationOptions(),
    retry: false,
    meta: { quiet: true, done: 'Two-step verification is on; every other device was signed out', touches },
  })
  const form = useSchemaForm(firstCode, {
    initialValues: { code: '' },
    onSubmit: async (values) => onDone((await confirm.mutateAsync(values)).recovery_codes),
  })
  return (
    <Form form={form} submitLabel="Turn on" onCancel={close} label="Turn on">
      <Text size="sm">Scan this with your app, or tap it on the phone you are using now.</Text>
      <a href={address} aria-label="Open in an authenticator app" className={classes.qr}>
        <QrCode text={address} />
      </a>
      <Text size="sm">
        Or enter this key: <Code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
      </Text>
      <TextInput
        label="Code"
        description="The six digits that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        required
        data-autofocus
        {...form.field('code')}
      />
    </Form>
  )
}

function Renew({ me, close }: { me: Me; close: () => void }) {
  const renew = useMutation({
    ...accounts.renewRecoveryCodes.mutationOptions(),
    retry: false,
    meta: { quiet: true, done: 'New recovery codes made', touches },
  })
  const codes = renew.data?.recovery_codes
  return (
    <OpenModal
      title={codes ? 'Keep your recovery codes' : 'Make new recovery codes?'}
      {...(codes && stays)}
      onClose={close}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={me.email} close={close} />
      ) : (
        <PasswordQuestion
          me={me}
          submitLabel="Make new codes"
          close={close}
          onSubmit={async (current_hash) => void (await renew.mutateAsync({ current_hash }))}
        >
          <Text size="sm">Your current recovery codes stop working.</Text>
        </PasswordQuestion>
      )}
    </OpenModal>
  )
}

function TurnOff({ me, close }: { me: Me; close: () => void }) {
  const end = useMutation({
    ...accounts.endSecondFactor.mutationOptions(),
    retry: false,
    meta: { quiet: true, done: 'Two-step verification is off', touches },
  })
  return (
    <OpenModal title="Turn off two-step verification?" onClose={close}>
      <PasswordQuestion
        me={me}
        submitLabel="Turn off"
        danger
        close={close}
        onSubmit={async (current_hash) => {
          await end.mutateAsync({ current_hash })
          close()
        }}
      >
        <Text size="sm">
          You will sign in with your password alone. Your key and your recovery codes stop working.
        </Text>
      </PasswordQuestion>
    </OpenModal>
  )
}

const password = z.object({
  current_password: z.string().check(z.minLength(1, 'Enter your current password.')),
})

/** Asks for the current password and submits its hash. */
function PasswordQuestion({
  me,
  children,
  submitLabel,
  danger = false,
  close,
  onSubmit,
}: {
  me: Me
  children: ReactNode
  submitLabel: string
  danger?: boolean
  close: () => void
  onSubmit: (hash: string) => Promise<void>
}) {
  const form = useSchemaForm(password, {
    initialValues: { current_password: '' },
    onSubmit: async ({ current_password }) => {
      const { setting } = await calls.preLogin({ email: me.email })
      await onSubmit(await hashPassword(current_password, setting))
    },
  })
  return (
    <Form form={form} submitLabel={submitLabel} danger={danger} onCancel={close} label={submitLabel}>
      {children}
      <input type="hidden" autoComplete="username" value={me.email} readOnly />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        data-autofocus
        {...form.field('current_password')}
      />
    </Form>
  )
}

function RecoveryCodes({
  codes,
  email,
  close,
}: {
  codes: readonly string[]
  email: string
  close: () => void
}) {
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Text size="sm">
        Each code lets you sign in once without your phone. They are shown only now: print them, or keep them
        in a password manager.
      </Text>
      <List listStyleType="none" className={classes.codes}>
        {codes.map((code) => (
          <List.Item key={code}>
            <Code>{code}</Code>
          </List.Item>
        ))}
      </List>
      <Group gap="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} aria-live="polite">
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          onClick={() =>
            saveFile(
              'placewell-recovery-codes.txt',
              `Placewell, ${email}\n\n${text}\n`,
              'text/plain;charset=utf-8',
            )
          }
        >
          Download
        </Button>
        <Button onClick={close}>I kept them</Button>
      </Group>
    </Stack>
  )
}
