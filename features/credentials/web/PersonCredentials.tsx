import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { DataTable, type Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ClearanceItem, Credential, ComplianceStatus } from '../contract.ts'
import { statusLabels } from '../rules.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'
import { validityOf } from './clearance-words.ts'
import { credentials } from './queries.ts'
import { RequiredItems } from './RequiredItems.tsx'

const WaiveDialog = lazyDialog(() => import('./WaiveDialog.tsx').then((m) => m.WaiveDialog), {
  opened: false,
})
const CheckDialog = lazyDialog(() => import('./CheckDialog.tsx').then((m) => m.CheckDialog), {
  opened: false,
})
const SubmissionDrawer = lazyDialog(() => import('./SubmissionDrawer.tsx').then((m) => m.SubmissionDrawer), {
  opened: false,
})

type Props = { personId: string; name: string }

/** The credentials of one person for their school: what is required and its status, what was sent, and the actions. */
export function PersonCredentials({ personId, name }: Props): ReactNode {
  const query = useQuery(credentials.ofPerson.queryOptions({ input: { person_id: personId } }))
  return (
    <PageSection
      title="Credentials"
      look="flush"
      actions={query.data && <ClearanceBadge status={query.data.clearance.status} />}
    >
      <Loaded
        query={query}
        isEmpty={() => false}
        skeleton={<Skeletons shape="text" count={4} />}
        failedTitle="The credentials couldn’t be loaded"
      >
        {(found) => <Found found={found} personId={personId} name={name} />}
      </Loaded>
    </PageSection>
  )
}

function Found({ found, personId, name }: Props & { found: ComplianceStatus }): ReactNode {
  const [open, setOpen] = useState<Credential>()
  const [waived, setWaived] = useState<ClearanceItem>()
  const [checked, setChecked] = useState<ClearanceItem>()
  const { clearance, later, rules, submissions, next_shift: next } = found
  const action = (item: ClearanceItem): ReactNode => {
    const sent = submissions.find((one) => one.type_id === item.type_id && one.status !== 'superseded')
    return (
      <Group gap="xs">
        {sent && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Open ${item.type_name}`}
            onClick={() => setOpen(sent)}
          >
            Open
          </Button>
        )}
        {item.is_checked && (
          <Button
            size="xs"
            variant={item.gap_on === null ? 'default' : 'filled'}
            aria-label={`Record check: ${item.type_name}`}
            onClick={() => setChecked(item)}
          >
            Record check
          </Button>
        )}
        {item.gap_on !== null && item.facility_id === null && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Waive ${item.type_name}`}
            onClick={() => setWaived(item)}
          >
            Waive…
          </Button>
        )}
      </Group>
    )
  }
  const lists = [
    { key: 'next', label: 'Required for the next shift', items: clearance.items, last: clearance.last },
    ...later.map(({ shift, items }) => ({
      key: shift.id,
      label: `Also for ${shift.facility_name || 'a shift'} from ${formatDate(shift.date)}`,
      items,
      last: shift.last,
    })),
  ]
  return (
    <>
      <Text size="sm" c="dimmed" px="md" pb="xs">
        {next
          ? `For the next shift, ${formatDate(next.date, 'weekday')}${next.facility_name && ` at ${next.facility_name}`}${next.last > next.date ? `, through ${formatDate(next.last)}` : ''}.`
          : 'No upcoming shift: what the school requires today.'}
        {clearance.items.length === 0 && ' Nothing is required.'}
      </Text>
      {lists
        .filter(({ items }) => items.length > 0)
        .map(({ key, label, ...list }, at) => (
          <div key={key}>
            {at > 0 && (
              <Text component="h3" size="sm" fw={600} px="md" pt="md" pb="xs">
                {label}
              </Text>
            )}
            <RequiredItems {...list} label={label} rules={rules} submissions={submissions} action={action} />
          </div>
        ))}
      {submissions.length > 0 && (
        <DataTable
          label="Everything sent"
          rows={submissions}
          columns={columns(setOpen)}
          rowKey={({ id }) => id}
          rowLabel={(row) => row.type_name}
        />
      )}
      <SubmissionDrawer
        opened={open !== undefined}
        submission={open}
        name={name}
        onClose={() => setOpen(undefined)}
      />
      <CheckDialog
        opened={checked !== undefined}
        type={found.types.find(({ id }) => id === checked?.type_id)}
        person={{ id: personId, name }}
        onClose={() => setChecked(undefined)}
      />
      <WaiveDialog
        opened={waived !== undefined}
        student={waived && { person_id: personId, student_name: name }}
        typeId={waived?.type_id}
        onClose={() => setWaived(undefined)}
      />
    </>
  )
}

const columns = (onOpen: (row: Credential) => void): Column<Credential>[] => [
  {
    key: 'type',
    title: 'Sent',
    render: (row) =>
      row.status === 'submitted' || row.status === 'in_review' ? (
        <Link href={`/school/compliance/students/verification-queue?item=${row.id}`}>{row.type_name}</Link>
      ) : (
        <Button variant="transparent" size="compact-sm" p={0} onClick={() => onOpen(row)}>
          {row.type_name}
        </Button>
      ),
  },
  {
    key: 'status',
    title: 'Status',
    render: (row) => <StateBadge state={row.shown} label={statusLabels[row.shown]} />,
  },
  { key: 'until', title: 'Counts', render: validityOf },
  { key: 'sent', title: 'On', phone: 'hide', render: (row) => formatDate(dayHere(row.submitted_at)) },
]
