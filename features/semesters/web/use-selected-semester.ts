import { useSchoolId } from '#features/accounts/web/public.ts'
import { useSyncExternalStore } from 'react'
import { todayIn } from '#core/plain-date.ts'
import type { Semester } from '../contract.ts'
import { selectedSemester } from '../rules.ts'
import { useSemesters } from './queries.ts'
import { memory } from './remembered-semester.ts'

/**
 * The semester a person works in, remembered per school; the current one where the remembered one is inactive, missing
 * or from another school (Spec §4). `semester` is undefined while loading, null where the school has none under way.
 */
export function useSelectedSemester() {
  const schoolId = useSchoolId()
  const query = useSemesters(schoolId)
  const remembered = useSyncExternalStore(
    memory.subscribe,
    () => (schoolId ? memory.recall(schoolId) : null),
    () => null,
  )
  const all: readonly Semester[] | undefined = query.data
  const zone = all?.[0]?.time_zone
  return {
    schoolId,
    query,
    /** The active ones, which may be chosen, latest first. */
    choices: all?.filter(({ is_active }) => is_active),
    semester:
      all && schoolId ? selectedSemester(remembered, schoolId, all, zone ? todayIn(zone) : '') : undefined,
    select: (id: string): void => {
      if (schoolId) memory.remember(schoolId, id)
    },
  }
}

export type SelectedSemester = ReturnType<typeof useSelectedSemester>

/** Could nothing be loaded? What is older than a failure still counts. */
export const hasFailed = ({ query }: SelectedSemester): boolean => query.isError && !query.data

/** The words on the picker's button. */
export function pickerLabel(selected: SelectedSemester): string {
  if (hasFailed(selected)) return 'No semesters loaded'
  return selected.query.isPending ? 'Loading…' : (selected.semester?.name ?? 'No semester')
}
