import { Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { CanvasConnection, ConnectionAuth } from '../contract.ts'
import { authLabels } from '../messages.ts'
import { canvas, meta } from './queries.ts'
import { hrefOf } from './words.tsx'

type On = { connection?: CanvasConnection } | undefined
type Values = {
  school_id: string
  base_url: string
  account: string
  auth: ConnectionAuth
  client_id: string
  reads_daily: boolean
  password_client: string
  password_refresh: string
  password_token: string
}
const kinds = (['oauth2', 'token'] as const).map((value) => ({ value, label: authLabels[value] }))

const valuesOf = (connection: CanvasConnection | undefined): Values => ({
  school_id: connection?.school_id ?? '',
  base_url: connection?.base_url ?? 'https://',
  account: connection?.account ?? 'self',
  auth: connection?.auth ?? 'oauth2',
  client_id: connection?.client_id ?? '',
  reads_daily: connection?.reads_daily ?? true,
  password_client: '',
  password_refresh: '',
  password_token: '',
})
const field = versionField<Values>
/** The form's fields for comparing two versions; what signs in is never shown. */
const versionFields = [
  field('base_url', 'Canvas address', (values) => addressOf(values)),
  field('account', 'Canvas account'),
  field('auth', 'Sign in with', ({ auth }) => authLabels[auth]),
  field('client_id', 'Client ID'),
  field('reads_daily', 'Read the roster every day', (values) => (values.reads_daily ? 'Yes' : 'No')),
]
const addressOf = ({ base_url: url }: Values): string => url.trim().replace(/\/+$/, '').toLowerCase()

/** Connects a school to its Canvas, or changes the connection. */
export function ConnectionDialog({ on, onClose }: { on: On; onClose: () => void }): ReactNode {
  return on ? <Open connection={on.connection} onClose={onClose} /> : null
}

function Open({
  connection,
  onClose,
}: {
  connection: CanvasConnection | undefined
  onClose: () => void
}): ReactNode {
  const [id] = useState(() => connection?.id ?? crypto.randomUUID())
  const [key] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const create = useMutation({
    ...canvas.create.mutationOptions(),
    meta: { ...meta, done: 'School connected. Test the connection next.' },
  })
  const change = useMutation({
    ...canvas.change.mutationOptions(),
    meta: { ...meta, done: 'Connection saved' },
  })
  const title = connection ? 'Edit connection' : 'Connect a school'
  const isSameCanvas = (values: Values): boolean => addressOf(values) === connection?.base_url
  const isKept = (values: Values): boolean =>
    connection?.secret_set_at != null &&
    values.auth === connection.auth &&
    isSameCanvas(values) &&
    (values.auth === 'token' || values.client_id.trim() === (connection.client_id ?? ''))
  // As of when the form was opened: saving is refused if others changed it meanwhile.
  const [start] = useState(() => valuesOf(connection))
  const form = useSchemaForm(
    plainSchema<Values>((values) => problemsOf(values, isKept(values))),
    {
      initialValues: start,
      onSubmit: async (values) => {
        const { school_id, base_url, account, auth, client_id, reads_daily } = values
        const isKey = auth === 'oauth2'
        const settings = {
          base_url,
          account,
          auth,
          reads_daily,
          client_id: isKey ? client_id : null,
          client_secret: (isKey && values.password_client.trim()) || null,
          refresh_token: (isKey && values.password_refresh.trim()) || null,
          access_token: (!isKey && values.password_token.trim()) || null,
        }
        if (connection)
          await change.mutateAsync(
            { ...settings, id, version: versions.version, idempotency_key: key },
            { onError: (error) => void versions.meet(error, values) },
          )
        else {
          await create.mutateAsync({ ...settings, id, school_id })
          void navigate({ href: hrefOf(id) })
        }
        onClose()
      },
    },
  )
  const versions = useVersions<CanvasConnection, Values>({
    row: connection,
    start,
    valuesOf,
    fields: versionFields,
    setValues: form.setValues,
  })
  const { values } = form
  const keeps = isKept(values)
  const secret = keeps ? 'Leave blank to keep the current one.' : undefined
  return (
    <OpenModal onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form
        form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
        label={title}
        submitLabel={connection ? 'Save' : 'Connect'}
        onCancel={onClose}
      >
        {versions.met && (
          <VersionsNotice
            what="this connection"
            differences={versions.met.differences}
            changes={versions.met.changes}
            onChoose={versions.choose}
          />
        )}
        {!connection && (
          <EntitySelect
            kind="school"
            label="School"
            required
            {...form.field('school_id')}
            onChange={(chosen) => form.setFieldValue('school_id', chosen ?? '')}
          />
        )}
        <TextInput
          label="Canvas address"
          description="As people open it, such as https://school.instructure.com"
          required
          maxLength={200}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('base_url')}
        />
        {connection && connection.terms > 0 && !isSameCanvas(values) && (
          <Banner kind="warning">
            Terms, sections and people read at the earlier address are removed here, with what was decided
            about them. Nothing changes at the school.
          </Banner>
        )}
        <TextInput
          label="Canvas account"
          description="“self” for the top-level one, or the number of the nursing account"
          required
          maxLength={120}
          {...form.field('account')}
        />
        <SegmentedFilter
          label="Sign in with"
          value={values.auth}
          options={kinds}
          onChange={(auth) => form.setFieldValue('auth', auth)}
        />
        {values.auth === 'oauth2' ? (
          <>
            <TextInput
              label="Client ID"
              description="In Canvas: Admin, Developer Keys. It is the long number."
              required
              maxLength={60}
              autoComplete="off"
              {...form.field('client_id')}
            />
            <PasswordField
              label="Client secret"
              description={secret}
              required={!keeps}
              maxLength={4000}
              autoComplete="off"
              {...form.field('password_client')}
            />
            <PasswordField
              label="Refresh token"
              description={secret}
              required={!keeps}
              maxLength={4000}
              autoComplete="off"
              {...form.field('password_refresh')}
            />
          </>
        ) : (
          <PasswordField
            label="Access token"
            description={secret ?? 'In Canvas: the service account’s Settings, New Access Token'}
            required={!keeps}
            maxLength={4000}
            autoComplete="off"
            {...form.field('password_token')}
          />
        )}
        <Checkbox
          label="Read the roster every day"
          {...form.getInputProps('reads_daily', { type: 'checkbox' })}
        />
        <Banner kind="info">
          It is stored encrypted, sent to this address only, and never shown again. The account that it signs
          in as needs to see courses and users, including email and SIS ID.
        </Banner>
      </Form>
    </OpenModal>
  )
}

function problemsOf(values: Values, keeps: boolean) {
  const isKey = values.auth === 'oauth2'
  const isHalf = (values.password_client.trim() === '') !== (values.password_refresh.trim() === '')
  const isMissing = (text: string): boolean => text.trim() === '' && (!keeps || isHalf)
  return {
    school_id: values.school_id === '' && 'Choose a school.',
    base_url:
      !/^https:\/\/[^/\s@?#]+\/*$/i.test(values.base_url.trim()) &&
      'Enter the address of Canvas, such as https://school.instructure.com.',
    account: values.account.trim() === '' && 'Enter “self”, or the number of an account.',
    client_id: isKey && values.client_id.trim() === '' && 'Enter the client ID of the developer key.',
    password_client: isKey && isMissing(values.password_client) && 'Enter the client secret.',
    password_refresh: isKey && isMissing(values.password_refresh) && 'Enter the refresh token.',
    password_token: !isKey && values.password_token.trim() === '' && !keeps && 'Enter the access token.',
  }
}
