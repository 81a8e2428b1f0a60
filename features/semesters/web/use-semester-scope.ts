import { useLocation, useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { todayIn } from '#core/plain-date.ts'
import { useRawSearch } from '#platform/web/kit/use-search.ts'
import { definedParams, semesterParam } from '#platform/web/search-params.ts'
import type { Semester } from '../contract.ts'
import { ALL_SEMESTERS, scopeOf } from '../rules.ts'
import { useSemesters } from './queries.ts'
import { memory } from './remembered-semester.ts'

/** Pages about semesters: their address names one that is open in a drawer, not what they list. */
const aboutSemesters = ['/school/settings', '/admin/semesters']

/**
 * The semester that the pages of a school show, one for all of them: what the address names, else what was chosen last,
 * else the current one (`unchosen`). Choosing is remembered for the school, and changes an address that names one.
 */
export function useSemesterScope(unchosen: 'current' | 'all' = 'current') {
  const schoolId = useSchoolId()
  const query = useSemesters(schoolId)
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search = useRawSearch()
  const named = aboutSemesters.includes(path) ? undefined : semesterParam(search['semester'])
  const remembered = useSyncExternalStore(
    memory.subscribe,
    () => (schoolId ? memory.recall(schoolId) : null),
    () => null,
  )
  const all: readonly Semester[] | undefined = query.data
  const zone = all?.[0]?.time_zone
  const id = schoolId
    ? scopeOf({
        named: named ?? null,
        remembered,
        schoolId,
        // What couldn’t be loaded narrows nothing down.
        semesters: all ?? (query.isError ? [] : undefined),
        today: zone ? todayIn(zone) : '',
        unchosen,
      })
    : (named ?? null)
  const choose = (value: string, inAddress: boolean): void => {
    if (schoolId) memory.remember(schoolId, value)
    if (inAddress || named)
      void navigate({
        to: '.',
        search: definedParams({ ...search, page: undefined, semester: value }) as never,
        replace: true,
        resetScroll: false,
      })
  }
  return {
    schoolId,
    query,
    /** Of the school, latest first. */
    semesters: all,
    semester: all?.find((one) => one.id === id),
    /** What lists are narrowed to; undefined for all of them. */
    id: id === ALL_SEMESTERS ? undefined : (id ?? undefined),
    /** What the address says; it wins over what is remembered. */
    named,
    /** Is it known? Lists wait for it, so that they do not show one thing first and then another. */
    isKnown: id !== undefined,
    choose,
  }
}

export type SemesterScope = ReturnType<typeof useSemesterScope>
