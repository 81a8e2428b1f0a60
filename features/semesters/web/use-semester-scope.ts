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

/** Pages about semesters: a semester in their address is open in a drawer and does not filter the page. */
const aboutSemesters = ['/school/settings', '/admin/semesters']

/**
 * The semester that all pages of a school show: the one in the address, or the last choice, or the current one (`unchosen`). A choice is
 * remembered for the school, and replaces the one in the address.
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
        // If semesters could not be loaded, nothing is filtered.
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
    /** The school's semesters, latest first. */
    semesters: all,
    semester: all?.find((one) => one.id === id),
    /** The semester to filter lists by; undefined for all of them. */
    id: id === ALL_SEMESTERS ? undefined : (id ?? undefined),
    /** The semester in the address; it takes precedence over the remembered one. */
    named,
    /** Lists wait until this is true, so that they don't show one semester first and then another. */
    isKnown: id !== undefined,
    choose,
  }
}

export type SemesterScope = ReturnType<typeof useSemesterScope>
