import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMe } from '#features/accounts/web/public.ts'
import type { Found } from '#ui/palette-host.ts'

/** Shorter words find nearly everything, which helps nobody. */
const SHORTEST = 2
const PAUSE_MS = 120
const FRESH_MS = 30_000

/** What the signed-in person finds by name, as they type: people, shifts, sites, cohorts and partnerships of their own pages. */
export function useSearch(typed: string): Found {
  const { role } = useMe()
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = words.length >= SHORTEST
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', role, words],
    queryFn: async ({ signal }) => {
      const { findAll } = await import('./sources.ts')
      return findAll(role, words, signal)
    },
    enabled: isAsked,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  return {
    commands: isAsked ? (data?.commands ?? []) : [],
    isSearching: isAsked && isFetching,
    hasFailed: isAsked && (isError || (data?.hasFailed ?? false)),
  }
}
