import { Button, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { CredentialType, CredentialValues } from '#features/credential-types/contract.ts'
import { formFields } from '#features/credential-types/rules.ts'
import { CredentialFields } from '#features/credential-types/web/public.ts'
import { useRecordCheck } from './queries.ts'
import { focusFirstSoon } from '#ui/focus-first.ts'
import { FormFooter } from '#ui/FormFooter.tsx'

type Props = {
  opened: boolean
  type: CredentialType | undefined
  person: { id: string; name: string }
  onClose: () => void
}

/** Records what the school checked itself about a person: when, and with whom. */
export function CheckDialog({ opened, type, person, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`${type?.name ?? 'Check'}: ${person.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && type && <CheckForm type={type} personId={person.id} onDone={onClose} />}
    </Modal>
  )
}

function CheckForm({
  type,
  personId,
  onDone,
}: {
  type: CredentialType
  personId: string
  onDone: () => void
}) {
  const record = useRecordCheck()
  const [id] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState<CredentialValues>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = formFields(type)
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const missing = fields.filter(({ key, is_required: isRequired }) => isRequired && !values[key])
    setErrors(Object.fromEntries(missing.map(({ key, label }) => [key, `${label} is needed.`])))
    if (missing.length > 0) focusFirstSoon(event.currentTarget)
    else record.mutate({ id, person_id: personId, type_id: type.id, values }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={save} noValidate aria-label="Record a check">
      <Stack gap="md">
        <Text size="sm">
          Record a check that found nothing against it. Otherwise record nothing: the person stays not
          cleared.
        </Text>
        <CredentialFields fields={fields} values={values} onChange={setValues} errors={errors} />
        {record.isError && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {record.error.message}
          </Text>
        )}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={record.isPending}>
            Record check
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
