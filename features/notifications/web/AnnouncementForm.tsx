import { Button, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatNumber } from '#core/number-text.ts'
import { isOwnPath } from '#core/own-path.ts'
import { roleLabels, roles } from '#core/roles.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { EntitySelect } from '#features/entities/web/public.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { TextField } from '#ui/TextField.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { useSchemaForm } from '#ui/form.ts'
import type { Audience } from '../contract.ts'
import { peopleCount } from './announcement-texts.ts'
import { notifications } from './queries.ts'

const schema = z
  .object({
    kind: z.enum(['role', 'school', 'person']),
    role: z.enum(roles),
    school_id: z.nullable(z.string()),
    user_id: z.nullable(z.string()),
    title: z
      .string()
      .check(z.trim(), z.minLength(1, 'Give it a title.'), z.maxLength(200, 'At most 200 characters.')),
    message: z
      .string()
      .check(z.trim(), z.minLength(1, 'Write a message.'), z.maxLength(2000, 'At most 2,000 characters.')),
    action_url: z.string().check(
      z.trim(),
      z.refine(
        (path) => path === '' || (path !== '/' && isOwnPath(path)),
        'A path of this product, such as /school/dashboard.',
      ),
      z.maxLength(500, 'At most 500 characters.'),
    ),
    by_email: z.boolean(),
  })
  .check(
    z.refine(({ kind, school_id }) => kind !== 'school' || Boolean(school_id), {
      path: ['school_id'],
      error: 'Choose a school.',
    }),
    z.refine(({ kind, user_id }) => kind !== 'person' || Boolean(user_id), {
      path: ['user_id'],
      error: 'Choose a person.',
    }),
  )
type Values = z.infer<typeof schema>

const empty: Values = {
  kind: 'role',
  role: 'student',
  school_id: null,
  user_id: null,
  title: '',
  message: '',
  action_url: '',
  by_email: false,
}

/** Sends an announcement to everyone of a role or school, or to one person, and first says how many people that is. */
export function AnnouncementForm(): ReactNode {
  // The browser chooses the id, so that pressing twice, or sending again after a broken answer, is still one announcement.
  const [id, setId] = useState(() => crypto.randomUUID())
  const send = useMutation({
    ...notifications.sendBroadcast.mutationOptions(),
    meta: { done: 'Notification sent', quiet: true, touches: [notifications.listBroadcasts.key()] },
  })
  const tick = usePatientTick()
  const [ask, dialog] = useAction<Parameters<typeof send.mutateAsync>[0]>({
    label: 'Send notification',
    ask: ({ title }) => ({
      title: `Send this to ${reached ? peopleCount(reached.people) : 'everyone selected'}?`,
      body: `You can’t take “${title}” back once it’s sent.`,
    }),
    run: async (announcement) => {
      await send.mutateAsync(announcement)
      setId(crypto.randomUUID())
      form.reset()
    },
  })
  const form = useSchemaForm(schema, {
    initialValues: empty,
    onSubmit: async ({ title, message, action_url, by_email, ...values }) => {
      const audience = audienceOf(values)
      // It is sent after the question.
      if (audience)
        ask({ id, audience, title, message, action_url: action_url || null, by_email, ...tick.sent })
      return false
    },
  })
  const { values } = form
  const audience = audienceOf(values)
  const preview = useQuery(
    notifications.previewBroadcast.queryOptions({
      input: { audience: audience ?? { kind: 'role', role: 'superadmin' }, by_email: values.by_email },
      enabled: audience !== null,
      staleTime: 10_000,
    }),
  )
  const reached = preview.data

  return (
    <>
      {/* A form next to the other: events in one do not reach the other. */}
      {dialog}
      <Form form={form} label="Send a notification">
        <Stack gap={4}>
          <Text size="sm" fw={500} id="announcement-to">
            Send to
          </Text>
          <SegmentedControl
            aria-labelledby="announcement-to"
            data={[
              { value: 'role', label: 'A role' },
              { value: 'school', label: 'A school' },
              { value: 'person', label: 'A person' },
            ]}
            {...form.field('kind')}
          />
        </Stack>
        {values.kind === 'role' && (
          <Select
            label="Role"
            allowDeselect={false}
            data={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
            {...form.field('role')}
          />
        )}
        {values.kind === 'school' && (
          <EntitySelect kind="school" label="School" {...form.field('school_id')} />
        )}
        {values.kind === 'person' && <EntitySelect kind="person" label="Person" {...form.field('user_id')} />}
        <TextField label="Title" maxLength={200} required {...form.field('title')} />
        <FreeText
          tick={tick}
          sentAs="message"
          label="Message"
          description="Below it, people read where to write to Placewell with questions."
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          required
          {...form.field('message')}
        />
        <TextInput
          label="Leads to"
          description="The page that opens on click (optional)."
          placeholder="/school/dashboard"
          {...form.field('action_url')}
        />
        <Switch
          label="Also send by email"
          description="People who turned announcement emails off are skipped; people who turned them on always get them."
          {...form.field('by_email', { type: 'checkbox' })}
        />
        <FormFooter
          note={
            <output>
              {!audience ? (
                'Choose who receives it.'
              ) : reached ? (
                <Reach {...reached} />
              ) : preview.isError ? (
                'The recipients couldn’t be counted.'
              ) : (
                'Counting recipients…'
              )}
            </output>
          }
        >
          <Button
            type="submit"
            loading={form.isPending}
            disabled={reached?.people === 0 && audience !== null}
          >
            Send notification
          </Button>
        </FormFooter>
      </Form>
    </>
  )
}

function Reach({ people, by_email }: { people: number; by_email: number }): ReactNode {
  if (people === 0) return 'No one would receive this. Choose other recipients.'
  return `Reaches ${peopleCount(people)}${by_email > 0 ? `, ${by_email === people && people > 1 ? 'all' : formatNumber(by_email)} of them also by email` : ''}.`
}

function audienceOf({
  kind,
  role,
  school_id,
  user_id,
}: Pick<Values, 'kind' | 'role' | 'school_id' | 'user_id'>): Audience | null {
  if (kind === 'role') return { kind, role }
  if (kind === 'school') return school_id ? { kind, school_id } : null
  return user_id ? { kind, user_id } : null
}
