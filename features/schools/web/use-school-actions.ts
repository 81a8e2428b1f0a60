import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { SchoolRow } from '../contract.ts'
import { useSetActive } from './queries.ts'

type School = Pick<SchoolRow, 'id' | 'name' | 'version' | 'is_active'>
const reason = { label: 'Reason', isRequired: true }

/** Deactivating and reactivating a school, each with a reason. */
export function useSchoolActions<Row extends School>(): ActionsKit<Row> {
  const { mutateAsync } = useSetActive()
  return useActions<Row>(
    [
      {
        id: 'deactivate',
        label: 'Deactivate',
        icon: IconCircleDashed,
        danger: true,
        isOffered: ({ is_active: isActive }) => isActive,
        ask: ([school]) => ({
          title: `Deactivate ${school!.name}?`,
          body: 'No one new can join, and nothing new can be planned. Its people can still read, export, and record what happens on its shifts. Nothing is lost, and you can resume it.',
          confirmLabel: 'Deactivate school',
          reason,
        }),
        run: ({ id, version }, { reason: why, tick }) =>
          mutateAsync({ id, version, is_active: false, reason: why, ...tick }),
        done: () => 'School deactivated',
      },
      {
        id: 'resume',
        label: 'Resume',
        icon: IconCircleCheck,
        isOffered: ({ is_active: isActive }) => !isActive,
        ask: ([school]) => ({
          title: `Resume ${school!.name}?`,
          body: 'New people can join, and its people can plan and change everything again.',
          reason,
        }),
        run: ({ id, version }, { reason: why, tick }) =>
          mutateAsync({ id, version, is_active: true, reason: why, ...tick }),
        done: () => 'School resumed',
      },
    ],
    { nameOf: ({ name }) => name },
  )
}
