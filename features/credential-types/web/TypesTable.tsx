import { Text } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { CredentialType } from '../contract.ts'
import { validityInWords } from '../rules.ts'
import { useRetireType } from './queries.ts'
import { categoryLabels, evidenceLabels } from './type-labels.ts'

const ChangeTypeDrawer = lazyDialog(() => import('./ChangeTypeDrawer.tsx').then((m) => m.ChangeTypeDrawer), {
  opened: false,
})

const columns: Column<CredentialType>[] = [
  {
    key: 'name',
    title: 'Type',
    render: ({ name, code }) => (
      <>
        {name}{' '}
        <Text span size="xs" c="dimmed">
          {code}
        </Text>
      </>
    ),
  },
  { key: 'category', title: 'Category', render: (type) => categoryLabels[type.category] },
  {
    key: 'evidence',
    title: 'What proves it',
    phone: 'hide',
    render: (type) => evidenceLabels[type.evidence],
  },
  { key: 'validity', title: 'Valid for', render: (type) => validityInWords(type.validity) },
  { key: 'owner', title: 'Belongs to', render: (type) => type.owner_name },
  {
    key: 'requirements',
    title: 'Required by',
    align: 'right',
    render: (type) => type.requirement_count,
  },
  { key: 'status', title: 'Status', render: (type) => <StateBadge state={type.status} /> },
]

/** Credential types, with actions for the owner: change, retire and restore. */
export function TypesTable({ rows }: { rows: CredentialType[] }): ReactNode {
  const retire = useRetireType()
  const [changed, setChanged] = useState<CredentialType>()
  const blocker = (row: CredentialType) => !row.is_own && `Belongs to ${row.owner_name}.`
  const actions = useActions<CredentialType>(
    [
      { id: 'change', label: 'Change', icon: IconPencil, blocker, open: ([type]) => setChanged(type) },
      {
        id: 'retire',
        label: 'Retire',
        icon: IconArchive,
        isOffered: ({ status }) => status === 'active',
        blocker,
        run: ({ id }) => retire.mutateAsync({ id, is_retired: true }),
        tellsFailure: true,
      },
      {
        id: 'bring-back',
        label: 'Bring back',
        icon: IconArchiveOff,
        isOffered: ({ status }) => status !== 'active',
        blocker,
        run: ({ id }) => retire.mutateAsync({ id, is_retired: false }),
        tellsFailure: true,
      },
    ],
    { nameOf },
  )
  return (
    <>
      <DataTable
        label="Credential types"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowActions={actions.menuOf}
        empty={{ title: 'No types match', description: 'Try another search or status.' }}
      />
      {actions.dialog}
      <ChangeTypeDrawer opened={changed !== undefined} type={changed} onClose={() => setChanged(undefined)} />
    </>
  )
}

const nameOf = ({ name }: CredentialType): string => name
