import { useNavigate } from '@tanstack/react-router'
import { definedParams } from './search-params.ts'

/**
 * Returns a function that writes the search of the current address, without undefined values, and keeps the scroll position. It replaces
 * the address, unless the change is a step that Back undoes.
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
