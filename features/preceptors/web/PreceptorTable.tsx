import { Button } from '@mantine/core'
import { IconPlus, IconStethoscope } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Preceptor } from '../contract.ts'
import { preceptors } from './queries.ts'

const PreceptorDrawer = lazyDialog(() => import('./PreceptorDrawer.tsx').then((m) => m.PreceptorDrawer), {
  opened: false,
})

/** The preceptors of a facility, with a button to invite one. */
export function PreceptorTable(): ReactNode {
  const query = useQuery(preceptors.list.queryOptions({ input: {} }))
  const [shown, setShown] = useState<{ preceptor: Preceptor | undefined }>()
  const actions = useActions<Preceptor>(
    [{ id: 'edit', label: 'Edit profile', open: ([preceptor]) => setShown({ preceptor }) }],
    { nameOf: ({ full_name: name }) => name },
  )
  const invite = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setShown({ preceptor: undefined })}
    >
      Invite a preceptor
    </Button>
  )
  return (
    <PageSection title="Your preceptors" actions={invite} look="plain">
      <Loaded query={query} failedTitle="The preceptors couldn’t be loaded">
        {(rows) => (
          <DataTable
            label="Preceptors"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.full_name}
            rowActions={actions.menuOf}
            empty={{
              icon: IconStethoscope,
              title: 'No preceptors yet',
              description: 'Invite nurses who take capstone students. Schools see who is eligible.',
            }}
          />
        )}
      </Loaded>
      <PreceptorDrawer
        opened={shown !== undefined}
        preceptor={shown?.preceptor}
        onClose={() => setShown(undefined)}
      />
    </PageSection>
  )
}

const columns: readonly Column<Preceptor>[] = [
  { key: 'name', title: 'Name', render: (row) => row.full_name },
  { key: 'location', title: 'Works at', render: (row) => row.facility_name },
  {
    key: 'license',
    title: 'License',
    render: (row) => [row.license_type, row.license_state].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'expires',
    title: 'Valid through',
    render: (row) => (row.license_expires_on ? formatDate(row.license_expires_on) : '—'),
  },
  { key: 'load', title: 'Students', align: 'right', render: (row) => `${row.load} of ${row.max_students}` },
  { key: 'account', title: 'Answers', render: (row) => (row.has_account ? 'Signs in' : 'By email') },
]
