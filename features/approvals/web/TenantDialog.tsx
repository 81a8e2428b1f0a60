import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { SchoolDrawer } from '#features/schools/web/public.ts'
import { Link } from '#ui/Link.tsx'
import type { SignupRequest } from '../contract.ts'
import { firstAdminHint } from '../messages.ts'

type TenantDialogProps = {
  /** The request without a known school or facility; null keeps the dialog closed. */
  request: SignupRequest | null
  onClose: () => void
  onChoose: (request: SignupRequest, tenantId: { school_id?: string; facility_id?: string }) => void
}

/** Asks the superadmin for the school or facility of an applicant who named an unknown one. */
export function TenantDialog({ request, onClose, onChoose }: TenantDialogProps): ReactNode {
  return (
    <Modal
      opened={request !== null}
      onClose={onClose}
      title="Where do they belong?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && <ChooseTenant request={request} onClose={onClose} onChoose={onChoose} />}
    </Modal>
  )
}

function ChooseTenant({ request, onClose, onChoose }: TenantDialogProps & { request: SignupRequest }) {
  const kind = request.role === 'facility_admin' ? 'facility' : 'school'
  const [tenantId, setTenantId] = useState<string | null>(null)
  const [isCreating, setCreating] = useState(false)
  return (
    <Stack>
      <Text size="sm">
        {request.full_name} asks to join{' '}
        <b>{request.tenant_name ?? 'a school or facility that was not named'}</b>, which Placewell does not
        know. Choose the {kind} it is, or create it.{request.role === 'school_admin' && ` ${firstAdminHint}`}
      </Text>
      <EntitySelect
        kind={kind}
        label={kind === 'school' ? 'School' : 'Facility'}
        value={tenantId}
        onChange={setTenantId}
        openOnFocus={false}
        data-autofocus
      />
      {kind === 'school' ? (
        <Button variant="subtle" onClick={() => setCreating(true)}>
          New school…
        </Button>
      ) : (
        <Link href="/admin/organizations/create">New organization…</Link>
      )}
      <SchoolDrawer
        opened={isCreating}
        school={undefined}
        name={request.tenant_name ?? undefined}
        onClose={() => setCreating(false)}
        onCreated={({ id }) => setTenantId(id)}
      />
      <Group justify="flex-end">
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={tenantId === null}
          onClick={() => {
            onChoose(request, kind === 'school' ? { school_id: tenantId! } : { facility_id: tenantId! })
            onClose()
          }}
        >
          Approve
        </Button>
      </Group>
    </Stack>
  )
}
