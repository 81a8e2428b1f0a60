import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { definedParams } from '../search-params.ts'
import type { RawSearch } from './filters.ts'

/** The unparsed search of the page's address, for code that parses each parameter itself, wherever it is rendered. */
export const useRawSearch = (): RawSearch => useSearch({ strict: false })

type Readers = Record<string, (value: unknown) => unknown>
type Read<Spec extends Readers> = { [Name in keyof Spec]?: Exclude<ReturnType<Spec[Name]>, undefined> }

/**
 * The parameters of the address that a component knows, each with its reader (`search-params.ts`), on any page; and a function to change
 * them, which keeps all others. It replaces the address unless the change is a step that Back undoes.
 */
export function useSearchParams<const Spec extends Readers>(
  spec: Spec,
): [
  Read<Spec>,
  (change: { [Name in keyof Spec]?: Read<Spec>[Name] | undefined }, replace?: boolean) => void,
] {
  const raw = useRawSearch()
  const navigate = useNavigate()
  const read = definedParams(
    Object.fromEntries(Object.entries(spec).map(([name, reader]) => [name, reader(raw[name])])),
  ) as Read<Spec>
  const set = (change: object, replace = true) =>
    void navigate({
      to: '.',
      search: (before: object) => definedParams({ ...before, ...change }) as never,
      replace,
      resetScroll: false,
    })
  return [read, set]
}

/** The current address plus one parameter: where a row opens next to its list. */
export function useUrlWith(name: string): (value: string) => string {
  const { pathname, searchStr } = useLocation()
  return (value) => {
    const words = new URLSearchParams(searchStr)
    words.set(name, value)
    return `${pathname}?${words}`
  }
}

/** A path parameter by its name, for a screen of several routes that all have it. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}
