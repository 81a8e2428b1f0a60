import { useNavigate } from '@tanstack/react-router'
import { definedParams } from './search-params.ts'

/**
 * Writes the search of the address one is at, without what is undefined, and stays where one has scrolled to. It refines
 * where one is (`replace`), unless it is a step that Back undoes.
 */
export function useSetSearch(): (search: object, replace?: boolean) => void {
  const navigate = useNavigate()
  return (search, replace = true) =>
    void navigate({
      to: '.',
      search: definedParams(search as Record<string, unknown>) as never,
      replace,
      resetScroll: false,
    })
}
