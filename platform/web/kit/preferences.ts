import { useSyncExternalStore } from 'react'

const KEY = 'placewell:lists'
const listeners = new Set<() => void>()

type ColumnsOf = Readonly<Record<string, readonly string[]>>

/** How someone likes to see lists in this browser: how close the rows are, and of each list which columns are left out and their order. */
export interface ListPreferences {
  isCompact: boolean
  hidden: ColumnsOf
  order: ColumnsOf
}

const usual: ListPreferences = { isCompact: false, hidden: {}, order: {} }
let known: ListPreferences | undefined

/** Keys that columns had before; who left one out or moved it has it so under its name of now. */
const EARLIER_KEYS = new Map([
  ['place', 'location'],
  ['place_name', 'facility_name'],
  ['places', 'seats'],
])

/** What is kept, whatever was kept there by another version. */
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

/** Changes what is kept, for all lists that are on screen. */
export function setPreferences(change: Partial<ListPreferences>): void {
  known = { ...current(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(known))
  } catch {
    // Where nothing may be kept it holds as long as the page.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is kept, for a list that draws itself again when it changes. */
export const useListPreferences = (): ListPreferences => useSyncExternalStore(subscribe, current, () => usual)
