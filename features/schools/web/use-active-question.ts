import { confirm } from '#ui/confirm.tsx'
import type { SchoolRow } from '../contract.ts'
import { useSetActive } from './queries.ts'

/** Asks why, then deactivates a school or takes it up again. */
export function useActiveQuestion() {
  const { mutate } = useSetActive()
  return async ({
    id,
    name,
    version,
    is_active: isActive,
  }: Pick<SchoolRow, 'id' | 'name' | 'version' | 'is_active'>): Promise<void> => {
    const answer = await confirm({
      title: isActive ? `Deactivate ${name}?` : `Take ${name} up again?`,
      body: isActive
        ? 'No one new can join, and its profile, programs and rules are read-only. Its people keep working, nothing is lost, and you can resume it.'
        : 'New people can join, and its administrators can change its profile, programs and rules again.',
      confirmLabel: isActive ? 'Deactivate school' : 'Resume',
      danger: isActive,
      reason: { label: 'Reason', required: true, minLength: 3 },
    })
    if (answer) mutate({ id, version, is_active: !isActive, reason: answer.reason!, ...answer.tick })
  }
}
