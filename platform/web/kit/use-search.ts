import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { definedParams } from '../search-params.ts'
import type { RawSearch } from './filters.ts'

/** All that the address of the page says, unread. It is for what reads each word itself, wherever it is rendered. */
export const useRawSearch = (): RawSearch => useSearch({ strict: false })

type Readers = Record<string, (value: unknown) => unknown>
type Read<Spec extends Readers> = { [Name in keyof Spec]?: Exclude<ReturnType<Spec[Name]>, undefined> }

/**
 * The words of the address that a component knows, each by its reader (`search-params.ts`), on whatever page it is rendered; and a way to
 * change them, which leaves all others as they are: `replace` unless it is a step that Back undoes.
 */
export function useSearchWords<const Spec extends Readers>(
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

/** The address one is at with a word more: where a row opens next to its list. */
export function useAddressWith(name: string): (value: string) => string {
  const { pathname, searchStr } = useLocation()
  return (value) => {
    const words = new URLSearchParams(searchStr)
    words.set(name, value)
    return `${pathname}?${words}`
  }
}

/** A part of the path by its name, for a screen that several routes show; they all have it. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}
