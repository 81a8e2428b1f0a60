import { Button, Drawer, NativeSelect, Stack, Text } from '@mantine/core'
import { IconFilePlus, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatDate, todayHere } from '#core/plain-date.ts'
import type { credentialTypesContract } from '#features/credential-types/contract.ts'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { fieldErrorsOf } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { SharedDocument } from '../contract.ts'
import { credentials, useAddSharedDocument, useEndSharedDocument } from './queries.ts'

const types = featureApi<typeof credentialTypesContract>('credentialTypes')

const columns: Column<SharedDocument>[] = [
  { key: 'type', title: 'Credential', render: (row) => row.type_name },
  { key: 'from', title: 'Valid from', render: (row) => formatDate(row.issued_on) },
  { key: 'to', title: 'Until', render: (row) => (row.expires_on ? formatDate(row.expires_on) : 'No end') },
]

/** Documents of the school that count for everyone there, such as its liability policy: uploaded once (domain §2.8). */
export function SharedDocuments(): ReactNode {
  const query = useQuery(credentials.blankets.queryOptions({ input: {} }))
  const end = useEndSharedDocument()
  const [isAdding, setAdding] = useState(false)
  const actions = useActions<SharedDocument>(
    [
      {
        id: 'end',
        label: 'End',
        icon: IconPlayerStop,
        danger: true,
        ask: ([row]) => ({
          title: `End ${row!.type_name} for everyone?`,
          body: 'Students with nothing else of this type are no longer cleared.',
          confirmLabel: 'End it',
        }),
        run: ({ id }) => end.mutateAsync({ id }),
      },
    ],
    { nameOf: ({ type_name: name }) => name },
  )
  return (
    <PageSection
      title="Documents for everyone"
      description="School insurance, uploaded once for all students and instructors."
      look="flush"
      actions={
        <Button
          size="sm"
          variant="default"
          leftSection={<IconFilePlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add document
        </Button>
      }
    >
      <Loaded
        query={query}
        failedTitle="These documents couldn’t be loaded"
        empty={{
          compact: true,
          titleOrder: 3,
          title: 'No documents for everyone',
          description: 'Add your liability policy so that students don’t have to send it.',
        }}
      >
        {(rows) => (
          <DataTable
            label="Documents for everyone"
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            rowLabel={(row) => row.type_name}
            rowActions={actions.menuOf}
          />
        )}
      </Loaded>
      {actions.dialog}
      <Drawer
        opened={isAdding}
        onClose={() => setAdding(false)}
        position="right"
        size="md"
        title="Document for everyone"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isAdding && <BlanketForm onDone={() => setAdding(false)} />}
      </Drawer>
    </PageSection>
  )
}

function BlanketForm({ onDone }: { onDone: () => void }): ReactNode {
  const [id] = useState(() => crypto.randomUUID())
  const found = useQuery(types.list.queryOptions({ input: { status: 'active' } }))
  const insurance = (found.data ?? []).filter(({ category }) => category === 'insurance')
  const [typeId, setTypeId] = useState('')
  const [from, setFrom] = useState(todayHere())
  const [to, setTo] = useState('')
  const uploads = useUploads('credential')
  const add = useAddSharedDocument()
  const errors = add.isError ? (fieldErrorsOf(add.error) ?? {}) : {}
  const send = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      {
        id,
        type_id: typeId || insurance[0]!.id,
        file_ids: [...uploads.readyIds],
        issued_on: from,
        expires_on: to || null,
      },
      {
        onSuccess: () => {
          uploads.clear()
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={send} aria-label="Document for everyone">
      <Stack gap="md">
        <ChoicesFailed queries={[found]} />
        <NativeSelect
          label="Credential"
          value={typeId}
          data={insurance.map((type) => ({ value: type.id, label: type.name }))}
          onChange={({ currentTarget }) => setTypeId(currentTarget.value)}
        />
        <FileField
          label="Document"
          uploads={uploads}
          required
          error={uploads.isBusy ? undefined : (uploads.blocker ?? errors['file_ids'])}
        />
        <DateField label="Valid from" required value={from} onChange={setFrom} />
        <DateField label="Until" clearable value={to} onChange={setTo} error={errors['expires_on']} />
        {add.isError && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {add.error.message}
          </Text>
        )}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onDone}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={add.isPending}
            disabled={
              uploads.isBusy ||
              insurance.length === 0 ||
              uploads.readyIds.length === 0 ||
              uploads.blocker !== null
            }
          >
            Add for everyone
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
