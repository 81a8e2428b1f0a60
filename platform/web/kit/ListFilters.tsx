import { Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import { FilterBar } from '#ui/FilterBar.tsx'
import { LazyDateField } from '#ui/LazyDateField.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { Chosen, FilterDef, FilterOption } from './filters.ts'
import type { ListState } from './use-list.ts'
import { ListPartsContext } from './parts.ts'
import classes from './List.module.css'

// Few lists have one, so their code is loaded separately.
const ExportMenu = lazy(() => import('#ui/ExportMenu.tsx').then((file) => ({ default: file.ExportMenu })))
const PickOne = lazy(() => import('#ui/Pick.tsx').then((file) => ({ default: file.PickOne })))
const Switch = lazy(() => import('./SwitchFilter.tsx').then((file) => ({ default: file.SwitchFilter })))

/** Options that are known only while the page is open, by the name of their filter. */
export type ListOptionsOf<Filter> = { [Key in keyof Chosen<Filter>]?: readonly FilterOption[] | undefined }

export interface ListFiltersProps<Filter extends object> {
  list: ListState<Filter>
  options?: ListOptionsOf<Filter> | undefined
  /** False if views of the list cannot be saved. */
  hasViews?: boolean
  /** A control of the page before the filters. */
  before?: ReactNode
  /** Filters of the page's own, shown with the rarely used ones. */
  extra?: ReactNode
  end?: ReactNode
  /** The URL of the list's file, if no `List` renders its export. */
  hrefOf?: ((format: 'csv' | 'xlsx') => string) | undefined
}

type One = { name: string; def: FilterDef<unknown>; value: string }

/** The filters of a list in one line, with chips for those that are set but hidden. */
export function ListFilters<Filter extends object>({
  list,
  options,
  hasViews = true,
  before,
  extra,
  end,
  hrefOf,
}: ListFiltersProps<Filter>): ReactNode {
  const { SavedViews } = use(ListPartsContext)
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const all = Object.entries(list.filters as Record<string, FilterDef<unknown>>).flatMap(
    ([name, def]): One[] => {
      if (def.kind === 'none') return []
      const value = list.filter[name as keyof Chosen<Filter>]
      const shown = options?.[name as keyof Chosen<Filter>] ?? def.options
      return [
        {
          name,
          def: shown ? { ...def, options: shown } : def,
          value: value === undefined ? '' : def.write(value),
        },
      ]
    },
  )
  const set = (name: string, def: FilterDef<unknown>, text: string | undefined) =>
    list.set({ [name]: text ? def.read(text) : undefined } as never)
  const rendered = all.filter(({ def }) => !def.isRare || isOpen)
  const hidden = all.filter(
    (one) => one.value && one.def.kind !== 'search' && (isPhone || !rendered.includes(one)),
  )
  const hasRare = Boolean(extra) || all.some(({ def }) => def.isRare)
  return (
    <>
      <FilterBar
        chosen={all.filter(({ def }) => def.kind !== 'search').map(({ value }) => value)}
        onClear={list.isNarrowed ? list.clear : undefined}
        end={
          end || hrefOf ? (
            <>
              {end}
              {hrefOf && (
                <Suspense fallback={<div style={{ width: 36 }} />}>
                  <ExportMenu hrefOf={hrefOf} />
                </Suspense>
              )}
            </>
          ) : undefined
        }
      >
        {before}
        {hasViews && SavedViews && (
          <Suspense
            fallback={
              <Button variant="default" disabled>
                Views
              </Button>
            }
          >
            <SavedViews />
          </Suspense>
        )}
        {rendered.map(({ name, def, value }) => (
          <Field key={name} def={def} value={value} onChange={(text) => set(name, def, text)} />
        ))}
        {(isOpen || isPhone) && extra}
        {hasRare && (
          <Button
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Fewer filters' : 'More filters'}
          </Button>
        )}
      </FilterBar>
      {hidden.length > 0 && (
        <ul className={classes.chips} aria-label="Active filters" data-no-print>
          {hidden.map(({ name, def, value }) => (
            <li key={name}>
              <button type="button" className={classes.chip} onClick={() => set(name, def, undefined)}>
                {def.label}
                {wordsFor(def, value)}
                <VisuallyHidden>, remove this filter</VisuallyHidden>
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What a chip says after the label of its filter. */
export function wordsFor({ kind, options = [] }: FilterDef<unknown>, value: string): string {
  const labels = options.filter((one) => one.value === value || value.split(',').includes(one.value))
  return labels.length > 0
    ? `: ${labels.map(({ label }) => label).join(', ')}`
    : kind === 'date'
      ? `: ${formatDate(value)}`
      : ''
}

type FieldProps = { def: FilterDef<unknown>; value: string; onChange: (value: string | undefined) => void }

function Field({ def, value, onChange }: FieldProps): ReactNode {
  const { kind, label, any, options = [], usual = 'all', Field: Own } = def
  if (kind === 'search')
    return (
      <SearchField
        label={label}
        placeholder={any}
        value={value}
        onChange={(text) => onChange(text || undefined)}
      />
    )
  if (kind === 'tabs')
    return (
      <SegmentedFilter
        label={label}
        value={value || usual}
        options={
          options.some((one) => one.value === usual) ? options : [{ value: 'all', label: any }, ...options]
        }
        onChange={(next) => onChange(next === usual ? undefined : next)}
      />
    )
  if (kind === 'date')
    return (
      <LazyDateField
        aria-label={label}
        placeholder={any}
        clearable
        w={150}
        value={value}
        onChange={(day) => onChange(day || undefined)}
      />
    )
  if (kind === 'switch')
    return (
      <Suspense fallback={<span>{label}</span>}>
        <Switch label={label} isOn={value !== ''} onChange={(isOn) => onChange(isOn ? 'yes' : undefined)} />
      </Suspense>
    )
  if (Own) return <Own label={label} any={any} value={value} onChange={onChange} />
  // A link may name several values, or one that is not offered; it is shown all the same.
  const isKnown = !value || options.some((one) => one.value === value)
  const shown = isKnown ? options : [{ value, label: wordsFor(def, value).slice(2) || label }, ...options]
  if (shown.length > MANY)
    return (
      <Suspense fallback={<TextInput aria-label={label} placeholder={any} readOnly maw={220} />}>
        <PickOne
          aria-label={label}
          placeholder={any}
          clearable={def.usual === undefined}
          value={value || def.usual || null}
          among={shown.map((one) => ({ id: one.value, name: withCount(one), detail: one.group }))}
          onChange={(next) => onChange(next === null || next === def.usual ? undefined : next)}
          maw={220}
        />
      </Suspense>
    )
  return shown.length > 0 ? (
    <NativeSelect
      aria-label={label}
      value={value || (def.usual ?? '')}
      data={[...(def.usual ? [] : [{ value: '', label: any }]), ...inGroups(shown)]}
      onChange={({ currentTarget: { value: next } }) => onChange(next === def.usual ? undefined : next)}
      maw={180}
    />
  ) : null
}

/** With more options than this, the field searches them by name: a hospital has 610 units. */
const MANY = 30

const withCount = ({ label, count }: FilterOption): string =>
  count === undefined ? label : `${label} (${formatNumber(count)})`

type Item = { value: string; label: string }
type ItemOrGroup = Item | { group: string; items: Item[] }

/** The options of a select, each with its count, grouped under the group's name. */
const inGroups = (options: readonly FilterOption[]) =>
  [...Map.groupBy(options, ({ group }) => group)].flatMap<ItemOrGroup>(([group, those]) => {
    const items = those.map((option) => ({ value: option.value, label: withCount(option) }))
    return group === undefined ? items : [{ group, items }]
  })
