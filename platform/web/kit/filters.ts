import type { ComponentType } from 'react'
import { isPlainDate } from '#core/plain-date.ts'

/** The props of a filter's field. */
export interface FilterFieldProps {
  label: string
  /** Shown while nothing is chosen: "All schools". */
  any: string
  value: string
  onChange: (value: string | undefined) => void
}

export interface FilterOption {
  value: string
  label: string
  /** How many rows there are. */
  count?: number | undefined
  /** Options of one group are listed together under its name. */
  group?: string | undefined
}

/** One filter of a list: how the address spells it, and how it is rendered. */
export interface FilterDef<Value> {
  kind: 'search' | 'choice' | 'tabs' | 'switch' | 'date' | 'custom' | 'none'
  label: string
  any: string
  /** For tabs and choices: the option that is chosen while the filter is not set, if that is not "all". */
  usual?: string
  /** Rendered under "More filters", and as a chip while it is set. */
  isRare?: boolean
  /** Its earlier name in addresses: in emails, saved views and links. */
  param?: string
  options?: readonly FilterOption[]
  Field?: ComponentType<FilterFieldProps>
  /** The value of a text in the address; undefined if the text means none. */
  read: (text: string) => Value | undefined
  write: (value: Value) => string
}

/** The values by which a contract says that a filter is not set. */
type Unset = 'all' | 'any' | null | undefined
/** What a list's call takes besides its filter. */
type Order = 'sort' | 'dir' | 'page' | 'page_size'
/** The part of a contract's input that a person chooses. */
export type Chosen<Input> = { [Key in Exclude<keyof Input, Order>]?: Exclude<Input[Key], Unset> }

/** The filters of a list, by the names of the contract's own filter: one that the contract adds is a type error until it is rendered. */
export type Filters<Input> = {
  [Key in keyof Required<Chosen<Input>>]: FilterDef<NonNullable<Chosen<Input>[Key]>>
}

/** What an address contains, as the router reads it. */
export type RawSearch = Readonly<Record<string, unknown>>

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const sameText = (value: string): string => value
const LONGEST = 200

type Rare = { isRare?: boolean; param?: string }

/** The search box; it comes first. */
export const searchText = (
  label: string,
  { any = label, ...rest }: { any?: string; param?: string } = {},
): FilterDef<string> => ({
  kind: 'search',
  label,
  any,
  ...rest,
  read: (text) => text,
  write: sameText,
})

const optionsOf = (labels: Readonly<Record<string, string>>): FilterOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** One of a few values, with a label for each. */
export const choice = <const Value extends string>(
  label: string,
  any: string,
  labels: Readonly<Record<Value, string>>,
  rest: Rare = {},
): FilterDef<Value> => ({
  kind: 'choice',
  label,
  any,
  options: optionsOf(labels),
  read: (text) => (Object.hasOwn(labels, text) ? (text as Value) : undefined),
  write: sameText,
  ...rest,
})

/** One of a few values, one of which is always chosen: by default the usual one. */
export const oneAlways = <const Value extends string>(
  label: string,
  usual: NoInfer<Value>,
  labels: Readonly<Record<Value, string>>,
  rest: Rare = {},
): FilterDef<Value> => ({ ...tabs(label, '', labels, usual), kind: 'choice', ...rest })

/** A switch; off means not set. */
export const onOff = (label: string, rest: Rare = {}): FilterDef<boolean> => ({
  kind: 'switch',
  label,
  any: label,
  read: (text) => text === 'yes' || undefined,
  write: () => 'yes',
  ...rest,
})

/** One of a few values as a row of buttons; the first is "all", unless one of them is the usual one. */
export const tabs = <const Value extends string>(
  label: string,
  any: string,
  labels: Readonly<Record<Value, string>>,
  usual?: NoInfer<Value>,
): FilterDef<Value> => ({
  ...choice(label, any, labels),
  kind: 'tabs',
  ...(usual && {
    usual,
    read: (text: string) => (text !== usual && Object.hasOwn(labels, text) ? (text as Value) : undefined),
  }),
})

/** Several values at once; the address joins them by commas. On screen one is chosen; links may name several. */
export const choices = <const Value extends string>(
  label: string,
  any: string,
  labels: Readonly<Record<Value, string>>,
  rest: Rare = {},
): FilterDef<Value[]> => ({
  kind: 'choice',
  label,
  any,
  options: optionsOf(labels),
  read: (text) => {
    const named = text.split(',')
    const known = (Object.keys(labels) as Value[]).filter((value) => named.includes(value))
    return known.length > 0 ? known : undefined
  },
  write: (values) => values.join(','),
  ...rest,
})

/** Yes or no, each with its label. */
export const yesNo = (
  label: string,
  any: string,
  words: { yes: string; no?: string },
  rest: Rare = {},
): FilterDef<boolean> => ({
  kind: 'choice',
  label,
  any,
  options: optionsOf(words),
  read: (text) => (text === 'yes' ? true : text === 'no' && words.no !== undefined ? false : undefined),
  write: (value) => (value ? 'yes' : 'no'),
  ...rest,
})

/** The id of something whose few options the page provides (`options` of the list). */
export const oneOf = (label: string, any: string, rest: Rare = {}): FilterDef<string> => ({
  kind: 'choice',
  label,
  any,
  read: (text) => (isId.test(text) ? text : undefined),
  write: sameText,
  ...rest,
})

/** The id of something that its own field searches: `entityFilter('school', …)` of features/entities. */
export const found = (
  label: string,
  any: string,
  Field: ComponentType<FilterFieldProps>,
  rest: Rare = {},
): FilterDef<string> => ({ ...oneOf(label, any, rest), kind: 'custom', Field })

/** A plain date. */
export const day = (label: string, rest: Rare = {}): FilterDef<string> => ({
  kind: 'date',
  label,
  any: label,
  read: (text) => (isPlainDate(text) ? text : undefined),
  write: sameText,
  ...rest,
})

/** Set by the page or a link but not rendered, because it is not the person's choice. */
export const unrendered = <Value>(
  read: (text: string) => Value | undefined,
  write: (value: Value) => string = String,
): FilterDef<Value> => ({ kind: 'none', label: '', any: '', read, write })

/** The text of one name in an address, cut to a reasonable length; the router reads digits and words like `true` as values. */
export function textIn(search: RawSearch, name: string): string | undefined {
  const value = search[name]
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : ''
  return text.trim() === '' ? undefined : text.slice(0, LONGEST)
}

/** The contract's filter from an address; unknown values count as not set. */
export function readFilter<Filter extends object>(
  filters: Filters<Filter>,
  search: RawSearch,
): Chosen<Filter> {
  return Object.fromEntries(
    Object.entries<FilterDef<never>>(filters as never).flatMap(([name, { read, param = name }]) => {
      const text = textIn(search, param)
      const value = text === undefined ? undefined : read(text)
      return value === undefined ? [] : [[name, value]]
    }),
  ) as unknown as Chosen<Filter>
}

/** A filter as parameters of an address; undefined removes a parameter. */
export function writeFilter<Filter extends object>(
  filters: Filters<Filter>,
  change: { [Key in keyof Chosen<Filter>]?: Chosen<Filter>[Key] | undefined },
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const { write, param = name } = (filters as Record<string, FilterDef<unknown>>)[name]!
      return [param, value === undefined ? undefined : write(value) || undefined]
    }),
  )
}
