import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { InvitationRole } from '../contract.ts'
import { invitableRoles } from '#core/roles.ts'
import { LazyInviteDialog } from './LazyInviteDialog.tsx'

type InviteButtonProps = {
  /** The school or facility to invite to. */
  to: { kind: 'school' | 'facility'; id: string; name: string }
  roles: readonly InvitationRole[]
  label: string
}

/** Invites someone to one school or facility, next to its list of administrators; renders nothing if the user may not invite there. */
export function InviteButton({ to, roles, label }: InviteButtonProps): ReactNode {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const invitable = invitableRoles(me.role)
  const offered = roles.filter((role) => invitable.includes(role))
  if (offered.length === 0) return null
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <LazyInviteDialog
        within={to.kind}
        to={to}
        roles={offered}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
