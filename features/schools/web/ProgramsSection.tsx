import { specialtyLabels } from '#core/specialties.ts'
import { Button, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
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

/** A school's programs: add, change, deactivate, or the reason why not. */
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

  const why = () => blocker
  const actions = useActions<Program>(
    [
      { id: 'edit', label: 'Edit', icon: IconPencil, blocker: why, open: ([program]) => setEdited(program) },
      {
        id: 'deactivate',
        label: 'Deactivate',
        icon: IconCircleDashed,
        isOffered: ({ is_active: isActive }) => isActive,
        blocker: why,
        ask: ([program]) => ({
          title: `Deactivate ${program!.name}?`,
          body: `${staying(program!.cohort_count)} in it; it can’t be chosen for new ones. You can resume it.`,
          confirmLabel: 'Deactivate program',
        }),
        run: ({ id, version }) => deactivate.mutateAsync({ id, version, is_active: false }),
      },
      {
        id: 'resume',
        label: 'Resume',
        icon: IconCircleCheck,
        isOffered: ({ is_active: isActive }) => !isActive,
        blocker: why,
        run: ({ id, version }) => restore.mutateAsync({ id, version, is_active: true }),
        tellsFailure: true,
      },
    ],
    { nameOf: ({ name }) => name },
  )

  const columns: readonly Column<Program>[] = [
    { key: 'name', title: 'Program', render: ({ name }) => name },
    { key: 'level', title: 'Level', render: ({ level }) => levelLabels[level] },
    {
      key: 'hours',
      title: 'Hours',
      align: 'right',
      render: (program) => {
        const hours = requiredHours(program, school.profile)
        return hours > 0 ? formatNumber(hours) : '—'
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
      description="What students study, and the clinical hours each requires. Cohorts take their hours from here."
      look="flush"
      actions={addButton}
    >
      {below.length > 0 && (
        <Banner kind="warning" title={`${school.profile!.jurisdiction} requires more than this`}>
          {`${below.map(({ name }) => name).join(', ')}: the board’s numbers count until you change it.`}
        </Banner>
      )}
      <DataTable
        label="Programs"
        rows={school.programs}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={actions.menuOf}
        empty={{
          title: 'No program yet',
          description: 'Add the first: its name, level and clinical hours are enough.',
        }}
      />
      {actions.dialog}
      <ProgramDrawer
        opened={edited !== undefined}
        program={edited === 'new' ? undefined : edited}
        school={school}
        onClose={() => setEdited(undefined)}
      />
    </PageSection>
  )
}

function staying(cohorts: number): string {
  if (cohorts === 0) return 'No cohort is'
  return cohorts === 1 ? '1 cohort stays' : `${cohorts} cohorts stay`
}
