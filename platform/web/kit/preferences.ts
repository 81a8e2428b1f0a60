import { useSyncExternalStore } from 'react'

const KEY = 'placewell:lists'
const listeners = new Set<() => void>()

type ColumnsOf = Readonly<Record<string, readonly string[]>>

/** The person's list settings in this browser: how close the rows are, and which columns of each list are hidden and their order. */
export interface ListPreferences {
  isCompact: boolean
  hidden: ColumnsOf
  order: ColumnsOf
}

const usual: ListPreferences = { isCompact: false, hidden: {}, order: {} }
let known: ListPreferences | undefined

/** Earlier keys of columns; a column that was hidden or moved under its earlier key stays so under its current one. */
const EARLIER_KEYS = new Map([
  ['place', 'location'],
  ['place_name', 'facility_name'],
  ['places', 'seats'],
])

/** Reads stored settings, including those stored by another version. */
export function readPreferences(text: string | null): ListPreferences {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<ListPreferences>
    const listsIn = (all: ColumnsOf = {}): ColumnsOf =>
      Object.fromEntries(
        Object.entries(all).flatMap(([list, names]) =>
          Array.isArray(names) ? [[list, names.map((name) => EARLIER_KEYS.get(name) ?? name)]] : [],
        ),
      )
    return { isCompact: kept.isCompact === true, hidden: listsIn(kept.hidden), order: listsIn(kept.order) }
  } catch {
    return usual
  }
}

function current(): ListPreferences {
  if (known) return known
  try {
    known = readPreferences(localStorage.getItem(KEY))
  } catch {
    known = usual
  }
  return known
}

/** Changes the stored settings, for all lists on screen. */
export function setPreferences(change: Partial<ListPreferences>): void {
  known = { ...current(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(known))
  } catch {
    // Without storage, the change lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored settings; the component renders again when they change. */
export const useListPreferences = (): ListPreferences => useSyncExternalStore(subscribe, current, () => usual)
