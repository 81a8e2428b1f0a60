import { Button } from '@mantine/core'
import { IconUserEdit } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { roleLabels, type Role } from '#core/roles.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Advisor, Cohort } from '../contract.ts'
import { changeBlocker } from '../rules.ts'

const AdvisorsDialog = lazyDialog(() => import('./AdvisorsDialog.tsx').then((m) => m.AdvisorsDialog), {
  opened: false,
})

/** The advisors of a cohort, which administrators can change here. */
export function AdvisorList({ cohort, mayChange }: { cohort: Cohort; mayChange: boolean }): ReactNode {
  const [isChoosing, setChoosing] = useState(false)
  const button = mayChange && (
    <Button
      variant="default"
      leftSection={<IconUserEdit size={18} aria-hidden />}
      disabled={changeBlocker(cohort) !== null}
      onClick={() => setChoosing(true)}
    >
      Change advisors
    </Button>
  )
  return (
    <PageSection
      title="Advisors"
      description="Proctors named here can read the roster and its students’ pages."
      look="flush"
      actions={button}
    >
      <DataTable
        label="Advisors"
        rows={cohort.advisors}
        columns={columns}
        rowKey={({ user_id }) => user_id}
        rowLabel={({ full_name }) => full_name}
        {...(mayChange && { rowHref: ({ user_id }: Advisor) => `/school/user/${user_id}` })}
        empty={{ title: 'No one yet', description: 'Name the faculty who look after these students.' }}
      />
      <AdvisorsDialog opened={isChoosing} cohort={cohort} onClose={() => setChoosing(false)} />
    </PageSection>
  )
}

const columns: Column<Advisor>[] = [
  { key: 'name', title: 'Name', render: ({ full_name }) => full_name },
  { key: 'role', title: 'Role', render: ({ role }) => roleLabels[role as Role] ?? role },
  { key: 'email', title: 'Email', render: ({ email }) => email ?? '—' },
]
