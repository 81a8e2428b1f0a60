import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { permissionsContract } from '#features/permissions/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { WaiveDialog } from './WaiveDialog.tsx'

const permissions = featureApi<typeof permissionsContract>('permissions')

type Props = { student: { student_id: string | null; label: string; cleared: boolean | null } }

/** Waives a facility's requirement for a person on its roster; for its verifiers, if they see the name. */
export function WaiveOnRoster({ student: { student_id: id, label, cleared } }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { data: held } = useQuery(permissions.effective.queryOptions())
  const isVerifier = held?.some((one) => one.permission_type === 'verifier') ?? false
  if (!isVerifier || id === null || cleared !== false) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setOpen(true)}
        aria-label={`Waive a requirement of ${label}`}
      >
        Waive
      </Button>
      <WaiveDialog
        opened={isOpen}
        student={{ person_id: id, student_name: label }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
