import { Button, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { specialtyLabels } from '#features/facilities/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { confirm } from '#ui/confirm.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Program, School } from '../contract.ts'
import { problemsOfProgram, requiredHours } from '../rules.ts'
import { useDeactivateProgram, useRestoreProgram } from './queries.ts'

const ProgramDrawer = lazyDialog(() => import('./ProgramDrawer.tsx').then((m) => m.ProgramDrawer), {
  opened: false,
})

/** A school's programs: added, changed, deactivated; a reason where one cannot. */
export function ProgramsSection({
  school,
  blocker,
}: {
  school: School
  blocker: string | undefined
}): ReactNode {
  const [edited, setEdited] = useState<Program | 'new'>()
  const deactivate = useDeactivateProgram()
  const restore = useRestoreProgram()
  const below = school.programs.filter(
    (program) => program.is_active && Object.keys(problemsOfProgram(program, school.profile)).length > 0,
  )

  async function ask({ id, version, name, cohort_count: cohorts }: Program): Promise<void> {
    const answer = await confirm({
      title: `Deactivate ${name}?`,
      body: `${cohorts === 0 ? 'No cohort is in it' : `${cohorts === 1 ? 'One cohort stays' : `${cohorts} cohorts stay`} in it`}; it can’t be chosen for new ones. You can resume it.`,
      confirmLabel: 'Deactivate program',
    })
    if (answer) deactivate.mutate({ id, version, is_active: false })
  }

  const columns: readonly Column<Program>[] = [
    { key: 'name', title: 'Program', render: ({ name }) => name },
    { key: 'level', title: 'Level', render: ({ level }) => levelLabels[level] },
    {
      key: 'hours',
      title: 'Hours',
      align: 'right',
      render: (program) => {
        const hours = requiredHours(program, school.profile)
        return hours > 0 ? hours.toLocaleString('en-US') : '—'
      },
    },
    {
      key: 'requirements',
      title: 'Per specialty',
      render: (program) => {
        const dated = [
          program.hours_from && `For cohorts from ${formatDate(program.hours_from)}`,
          program.hours_source,
        ].filter(Boolean)
        return (
          <>
            {program.requirements
              .map(({ specialty, min_hours }) => `${specialtyLabels[specialty]} ${min_hours}`)
              .join(', ') || '—'}
            {dated.length > 0 && (
              <Text size="xs" c="dimmed">
                {dated.join(' · ')}
              </Text>
            )}
          </>
        )
      },
    },
    { key: 'cohorts', title: 'Cohorts', align: 'right', render: ({ cohort_count }) => cohort_count },
    {
      key: 'state',
      title: 'Status',
      render: ({ is_active }) => <StateBadge state={is_active ? 'active' : 'inactive'} />,
    },
  ]
  const isRefused = () => blocker ?? false
  const addButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={blocker !== undefined}
      onClick={() => setEdited('new')}
    >
      Add program
    </Button>
  )
  return (
    <PageSection
      title="Programs"
      description="What students study, and the clinical hours each asks. Cohorts take their hours from here."
      look="flush"
      actions={addButton}
    >
      {below.length > 0 && (
        <Banner kind="warning" title={`${school.profile!.jurisdiction} asks more than this`}>
          {`${below.map(({ name }) => name).join(', ')}: the board’s numbers count until you change it.`}
        </Banner>
      )}
      <DataTable
        label="Programs"
        rows={school.programs}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(row) => [
          { label: 'Edit', icon: IconPencil, onClick: setEdited, disabled: isRefused },
          row.is_active
            ? {
                label: 'Deactivate',
                icon: IconCircleDashed,
                onClick: (program) => void ask(program),
                disabled: isRefused,
              }
            : {
                label: 'Resume',
                icon: IconCircleCheck,
                onClick: ({ id, version }) => restore.mutate({ id, version, is_active: true }),
                disabled: isRefused,
              },
        ]}
        empty={{
          title: 'No program yet',
          description: 'Add the first: its name, level and clinical hours are enough.',
        }}
      />
      <ProgramDrawer
        opened={edited !== undefined}
        program={edited === 'new' ? undefined : edited}
        school={school}
        onClose={() => setEdited(undefined)}
      />
    </PageSection>
  )
}
