import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { accountCalls, accounts, hashPassword, useMe } from '#features/accounts/web/public.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'

const schema = z.object({
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, 'Give a short reason. It’s kept on record.'), z.maxLength(500)),
  current_password: z.string().check(z.minLength(1, 'Enter your current password.')),
})

type Props = { person: { id: string; full_name: string }; onClose: () => void }

/** As superadmin: turns off the two-step verification of someone who lost their phone and recovery codes. */
export function ResetSecondFactorDialog({ person, onClose }: Props): ReactNode {
  return (
    <OpenModal title={`Turn off two-step verification for ${person.full_name}?`} onClose={onClose}>
      <Questions person={person} onClose={onClose} />
    </OpenModal>
  )
}

function Questions({ person, onClose }: Props) {
  const { email } = useMe()
  const tick = usePatientTick()
  const reset = useMutation({
    ...accounts.resetSecondFactor.mutationOptions(),
    retry: false,
    meta: { quiet: true, done: 'Two-step verification turned off' },
  })
  const form = useSchemaForm(schema, {
    initialValues: { reason: '', current_password: '' },
    onSubmit: async ({ reason, current_password }) => {
      const { setting } = await accountCalls.preLogin({ email })
      await reset.mutateAsync({
        id: person.id,
        reason,
        ...tick.sent,
        current_hash: await hashPassword(current_password, setting),
      })
      onClose()
    },
  })
  return (
    <Form form={form} submitLabel="Turn off" danger onCancel={onClose} label="Turn off">
      <Text size="sm">
        For someone who lost both their phone and their recovery codes. Make sure that it is really this
        person who asks. They will sign in with their password alone, and are notified by email.
      </Text>
      <FreeText tick={tick} label="Reason" required data-autofocus {...form.field('reason')} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Your current password"
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
    </Form>
  )
}
