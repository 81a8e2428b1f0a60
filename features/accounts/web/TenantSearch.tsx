import { type ReactNode, useEffect, useState } from 'react'
import { type ComboboxOption, PlainCombobox } from '#ui/PlainCombobox.tsx'
import type { Tenant } from '../contract.ts'
import { authCalls } from './auth-calls.ts'

type TenantSearchProps = {
  kind: 'school' | 'facility'
  label: string
  required?: boolean
  error?: ReactNode
  value: string
  onChange: (id: string) => void
  /** Uses the typed text as the name of a new one, if nothing is found. */
  onNew?: ((name: string) => void) | undefined
  /** The name of what was chosen on an earlier visit, if it is still chosen. */
  knownName?: string | undefined
}

/** Finds a school or facility by part of its name, for visitors without an account. */
export function TenantSearch({
  kind,
  value,
  onChange,
  onNew,
  knownName,
  ...props
}: TenantSearchProps): ReactNode {
  const known = value && knownName
  const [chosen, setChosen] = useState(known ? { value, label: known } : undefined)
  const [typed, setTyped] = useState(known ?? '')
  // An id typed in the other field means another school or facility.
  const isElsewhere = chosen !== undefined && chosen.value !== value
  const query = chosen ? '' : typed.trim()
  const { options, note } = useTenants(kind, query)
  // The list hides what is below it, so the list offers it too.
  const isNew = onNew !== undefined && note === NOTHING && options.length === 0 && query.length >= 2
  return (
    <PlainCombobox
      {...props}
      placeholder="Type part of the name"
      text={isElsewhere ? '' : typed}
      options={isNew ? [{ value: NEW, label: `Not in the list: add “${query}”` }] : options}
      note={query.length < 2 ? 'Type at least two letters' : note}
      onType={(text) => {
        setTyped(text)
        setChosen(undefined)
        if (chosen && !isElsewhere) onChange('')
      }}
      onChoose={(option) => {
        if (option.value === NEW) return onNew?.(query)
        setTyped(option.label)
        setChosen(option)
        onChange(option.value)
      }}
    />
  )
}

const PAUSE_MS = 250
const NOTHING = 'Nothing found'
const NEW = 'new'
const nothing: readonly ComboboxOption[] = []

/** What the server finds after a pause in typing; the previous results stay until then. */
function useTenants(kind: 'school' | 'facility', query: string) {
  const isSearch = query.length >= 2
  const [found, setFound] = useState({ query: '', options: nothing, failure: '' })
  useEffect(() => {
    if (!isSearch) return
    let isStale = false
    const tell = (options: readonly ComboboxOption[], failure: string) =>
      isStale || setFound({ query, options, failure })
    const timer = setTimeout(() => {
      authCalls.tenants(kind, query).then(
        (tenants) => tell(tenants.map(asOption), ''),
        (error: Error) => tell(nothing, error.message),
      )
    }, PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [kind, query, isSearch])
  return {
    options: isSearch ? found.options : nothing,
    note: found.query === query ? found.failure || NOTHING : 'Searching…',
  }
}

function asOption({ id, name, city, state }: Tenant): ComboboxOption {
  const where = [city, state].filter(Boolean).join(', ')
  return { value: id, label: where ? `${name}, ${where}` : name }
}
