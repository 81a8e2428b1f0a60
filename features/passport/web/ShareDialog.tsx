import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { MAX_DAYS } from '../rules.ts'
import { useShare } from './queries.ts'

type Props = { opened: boolean; today: PlainDate; onClose: () => void }
const schema = z.object({ ends_on: z.string().check(z.minLength(1, 'Enter the last day.')) })
const USUAL_DAYS = 30

/** Shares the current passport by a link until a day; the address is shown only once. */
export function ShareDialog({ opened, today, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Share by a link"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <Share today={today} onClose={onClose} />}
    </Modal>
  )
}

function Share({ today, onClose }: Omit<Props, 'opened'>): ReactNode {
  const share = useShare()
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { ends_on: addDays(today, USUAL_DAYS) },
    onSubmit: async (values) => {
      await share.mutateAsync({ id, ...values })
    },
  })
  if (share.data) return <Address url={share.data.url} onClose={onClose} />
  return (
    <Form form={form} submitLabel="Make the link" onCancel={onClose} label="Share by a link">
      <Stack gap="md">
        <Text size="sm">
          Anyone with the link can read your passport as it is now, without signing in. You can turn it off at
          any time and see when it was opened.
        </Text>
        <DateField
          label="Last day"
          description={`At most ${MAX_DAYS} days from today.`}
          required
          minDate={today}
          {...form.field('ends_on')}
        />
      </Stack>
    </Form>
  )
}

function Address({ url, onClose }: { url: string; onClose: () => void }): ReactNode {
  return (
    <Stack gap="md">
      <TextInput
        label="Link"
        description="Copy it now: it is not shown again."
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
