import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { clockRangeShort, formatClockTime, readTime } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import { MAX_PLANNED } from '#core/shift-plan-limits.ts'
import { toastFailure } from '#platform/web/app-errors.ts'
import type { Answer } from '#platform/web/kit/actions.ts'
import { type Filters, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import type { Fix, ItemEdit, PlanItem, ShiftPlan } from '../contract.ts'
import { issueLabels } from '../messages.ts'
import { groupKey, isBlocked, isOpen, issueGroups } from '../rules.ts'
import classes from './Creator.module.css'
import { nameOf, severityLabels } from './plan-words.tsx'
import { type PlanChanges, seen, shiftPlans } from './queries.ts'

type Show = 'ready' | 'blocked' | 'warned' | 'left_out'
const showOf = (item: PlanItem): Show =>
  item.is_left_out ? 'left_out' : isBlocked(item) ? 'blocked' : item.issues.length > 0 ? 'warned' : 'ready'
const showLabels: Record<Show, string> = {
  ready: 'Ready',
  blocked: 'Blocked',
  warned: 'To look at',
  left_out: 'Left out',
}
const filters: Filters<{ show: Show }> = { show: tabs('Which shifts', 'All', showLabels) }

type Choices = {
  units: readonly { id: string; name: string }[]
  instructors: readonly { id: string; name: string }[]
  preceptors: readonly { id: string; name: string }[]
}
type Change = (
  items: readonly PlanItem[],
  edit: ItemEdit | ((item: PlanItem) => ItemEdit),
) => Promise<ShiftPlan>

/** A grid of a plan's shifts: seats, unit and instructor are edited in place, the rest with "Change…", fixes with a click. */
export function PlanItems({
  plan,
  changes: { edit, isBusy },
}: {
  plan: ShiftPlan
  changes: PlanChanges
}): ReactNode {
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const options = useQuery(shiftPlans.options.queryOptions({ input: undefined }))
  const choices: Choices = {
    units: options.data?.units ?? [],
    instructors: options.data?.instructors ?? [],
    preceptors: options.data?.preceptors ?? [],
  }
  const mayEdit = isOpen(plan.status)
  const { show } = list.filter
  const found = plan.items.filter((item) => !show || showOf(item) === show)
  const shown = pageOfRows(found, list)
  const change: Change = (items, how) =>
    edit.mutateAsync({
      ...seen(plan),
      edits: items.map((item) => ({
        temp_id: item.temp_id,
        edit: typeof how === 'function' ? how(item) : how,
      })),
    })
  const tryChange: Change = (items, how) =>
    change(items, how).catch((error: unknown) => {
      toastFailure('It was not changed', error)
      return plan
    })
  const actions = useItemActions(change, choices, mayEdit)
  const count = (one: Show) => plan.items.filter((item) => showOf(item) === one).length
  return (
    <>
      <ChoicesFailed queries={[options]} />
      <List
        list={list}
        hasViews={false}
        hasFields={mayEdit}
        label="Shifts of the plan"
        options={{
          show: [
            { value: 'all', label: 'All', count: plan.items.length },
            ...(Object.keys(showLabels) as Show[]).map((value) => ({
              value,
              label: showLabels[value],
              count: count(value),
            })),
          ],
        }}
        query={{ data: plan, isPending: false, isError: false }}
        rows={shown.rows}
        total={shown.total}
        page={shown.page}
        columns={columnsOf(tryChange, choices, {
          mayEdit,
          isBusy,
          shared: new Set(issueGroups(plan.items).map(({ key }) => key)),
        })}
        rowKey={({ temp_id: id }) => id}
        rowLabel={nameOf}
        {...(mayEdit && { actions, all: { most: MAX_PLANNED, load: async () => found } })}
        failedTitle="The shifts couldn’t be loaded"
        empty={{ title: 'No shifts of this kind' }}
      />
    </>
  )
}

function useItemActions(change: Change, { units, instructors }: Choices, mayEdit: boolean) {
  const isOut = ({ is_left_out: out }: PlanItem) => out
  const many = async (items: readonly PlanItem[], how: Parameters<Change>[1]) => {
    await change(items, how)
    return items.map(({ temp_id: id }) => ({ id, ok: true }))
  }
  return useActions<PlanItem>(
    mayEdit
      ? [
          {
            id: 'change',
            label: 'Change…',
            key: 'e',
            isBulk: true,
            isOffered: (item) => !isOut(item),
            ask: (items) => question(items, units, instructors),
            runMany: (items, answer) => many(items, (item) => editOf(item, answer)),
            done: (items) => (items.length === 1 ? 'Changed' : `${items.length} shifts changed`),
          },
          {
            id: 'fix',
            label: 'Use the first fix',
            key: 'f',
            isBulk: true,
            isOffered: (item) => firstFix(item) !== null,
            runMany: (items) => many(items, (item) => firstFix(item)!.edit),
            done: (items) => (items.length === 1 ? 'Fixed' : `${items.length} shifts fixed`),
          },
          {
            id: 'leave',
            label: 'Leave out',
            key: 'o',
            isBulk: true,
            isOffered: (item) => !isOut(item),
            runMany: (items) => many(items, { is_left_out: true }),
            done: (items) => (items.length === 1 ? 'Left out' : `${items.length} shifts left out`),
          },
          {
            id: 'back',
            label: 'Put back',
            isBulk: true,
            isOffered: isOut,
            runMany: (items) => many(items, { is_left_out: false }),
            done: (items) => (items.length === 1 ? 'Put back' : `${items.length} shifts put back`),
          },
        ]
      : [],
    { idOf: ({ temp_id: id }) => id, nameOf },
  )
}

const firstFix = ({ issues }: PlanItem): Fix | null =>
  issues.find(({ fixes }) => fixes.length > 0)?.fixes[0] ?? null

const NOBODY = 'none'
/** For several items, a blank field leaves each as it is. */
function question(items: readonly PlanItem[], units: Choices['units'], instructors: Choices['instructors']) {
  const [item] = items
  const only = items.length === 1 ? item! : null
  const asIs = only ? [] : [{ value: '', label: 'As they are' }]
  return {
    title: only ? nameOf(only) : `Change ${items.length} shifts`,
    ...(!only && { body: 'What you leave blank stays as it is.' }),
    confirmLabel: 'Change',
    fields: [
      ...(only
        ? [{ name: 'date', label: 'Day', kind: 'date' as const, isRequired: true, initial: only.date }]
        : []),
      {
        name: 'start',
        label: 'Start',
        kind: 'text' as const,
        initial: only ? formatClockTime(only.start_time) : '',
        description: 'Such as 7:00 AM or 0700',
      },
      {
        name: 'end',
        label: 'End',
        kind: 'text' as const,
        initial: only ? formatClockTime(only.end_time) : '',
      },
      {
        name: 'unit',
        label: 'Unit',
        kind: 'choice' as const,
        initial: only?.facility_id ?? '',
        options: [
          ...(only && !only.facility_id ? [{ value: '', label: 'No unit' }] : asIs),
          ...units.map(({ id, name }) => ({ value: id, label: name })),
        ],
      },
      { name: 'seats', label: 'Seats', kind: 'number' as const, initial: only ? String(only.capacity) : '' },
      {
        name: 'instructor',
        label: 'Instructor',
        description: 'To choose several, use the list of shifts',
        kind: 'choice' as const,
        initial: only ? (only.proctor_ids[0] ?? NOBODY) : '',
        options: [
          ...asIs,
          { value: NOBODY, label: 'No instructor yet' },
          ...instructors.map(({ id, name }) => ({ value: id, label: name })),
        ],
      },
    ],
  }
}

/** The changes made in the dialog; throws if one can't be read. */
function editOf(item: PlanItem, { values }: Answer): ItemEdit {
  const time = (name: 'start' | 'end'): string | undefined => {
    const text = values[name]?.trim()
    if (!text) return undefined
    const found = readTime(text)
    if (!found) throw new Error(`“${text}” isn’t a valid time. Enter it like 7:00 AM or 0700.`)
    return found
  }
  const [start, end] = [time('start'), time('end')]
  const { date, unit, seats, instructor } = values
  return {
    ...(date && date !== item.date && { date }),
    ...(start && start !== item.start_time && { start_time: start }),
    ...(end && end !== item.end_time && { end_time: end }),
    ...(unit && unit !== item.facility_id && { facility_id: unit }),
    ...(seats && Number(seats) !== item.capacity && { capacity: Number(seats) }),
    ...(instructor &&
      instructor !== (item.proctor_ids[0] ?? NOBODY) && {
        proctor_ids: instructor === NOBODY ? [] : [instructor],
      }),
  }
}

/** `shared`: keys of issues that are listed above for all shifts that have them. */
type Look = { mayEdit: boolean; isBusy: boolean; shared: ReadonlySet<string> }

const columnsOf = (
  change: Change,
  { units, instructors, preceptors }: Choices,
  { mayEdit, isBusy, shared }: Look,
): readonly Column<PlanItem>[] => {
  const isField = (item: PlanItem) => mayEdit && !item.is_left_out
  return [
    {
      key: 'day',
      title: 'Day',
      width: 152,
      text: ({ date }) => formatDate(date, 'weekday'),
      render: (item) => (
        <div className={item.is_left_out ? classes.out : undefined}>
          {formatDate(item.date, 'weekday')}
          <div className={classes.hours}>{clockRangeShort(item.start_time, item.end_time)}</div>
          <Details item={item} />
        </div>
      ),
    },
    {
      key: 'unit',
      title: 'Unit',
      width: 164,
      text: ({ unit_name: unit }) => unit ?? '',
      render: (item) =>
        isField(item) ? (
          <PickOne
            size="xs"
            aria-label={`Unit: ${nameOf(item)}`}
            value={item.facility_id ?? ''}
            disabled={isBusy}
            among={units}
            placeholder="Choose a unit"
            onChange={(unit) =>
              unit !== null && unit !== item.facility_id && void change([item], { facility_id: unit })
            }
          />
        ) : (
          (item.unit_name ?? '—')
        ),
    },
    {
      key: 'seats',
      title: 'Seats',
      width: 76,
      text: ({ capacity }) => capacity,
      render: (item) =>
        isField(item) ? (
          <Seats
            key={item.capacity}
            item={item}
            isBusy={isBusy}
            onChange={(capacity) => void change([item], { capacity })}
          />
        ) : (
          item.capacity
        ),
    },
    {
      key: 'instructor',
      title: 'Instructors',
      width: 180,
      text: (item) => leadersOf(item).join(', '),
      render: (item) =>
        isField(item) ? (
          <>
            <People
              label={`Instructors: ${nameOf(item)}`}
              none="No instructor yet"
              ids={item.proctor_ids}
              among={instructors}
              isBusy={isBusy}
              onChange={(ids) => void change([item], { proctor_ids: ids })}
            />
            {item.experience_type === 'precepted' && (
              <People
                label={`Preceptors: ${nameOf(item)}`}
                none="No preceptor yet"
                ids={item.preceptor_ids}
                among={preceptors}
                isBusy={isBusy}
                onChange={(ids) => void change([item], { preceptor_ids: ids })}
              />
            )}
          </>
        ) : (
          leadersOf(item).join(', ') || 'No instructor yet'
        ),
    },
    {
      key: 'checks',
      title: 'Checks',
      text: ({ issues }) => issues.map(({ text }) => text).join(' '),
      render: (item) => (
        <Issues
          item={item}
          mayEdit={mayEdit}
          isBusy={isBusy}
          shared={shared}
          onFix={(fix) => void change([item], fix)}
        />
      ),
    },
  ]
}

function Seats({
  item,
  isBusy,
  onChange,
}: {
  item: PlanItem
  isBusy: boolean
  onChange: (seats: number) => void
}): ReactNode {
  const [typed, setTyped] = useState(String(item.capacity))
  const seats = Number(typed)
  const isWrong = !Number.isInteger(seats) || seats < 1 || seats > 500
  const save = () => !isWrong && seats !== item.capacity && onChange(seats)
  return (
    <TextInput
      size="xs"
      className={classes.seats}
      inputMode="numeric"
      aria-label={`Seats: ${nameOf(item)}`}
      value={typed}
      disabled={isBusy}
      error={isWrong && 'From 1 to 500'}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key, currentTarget }) =>
        key === 'Enter' ? currentTarget.blur() : key === 'Escape' && setTyped(String(item.capacity))
      }
    />
  )
}

/** Names of the people who lead it; preceptors are marked as such. */
const leadersOf = ({ proctor_names: names, preceptor_names: preceptors }: PlanItem): string[] => [
  ...names,
  ...preceptors.map((name) => `${name} (preceptor)`),
]

const TOGETHER = 10
type PeopleProps = {
  label: string
  none: string
  ids: readonly string[]
  among: Choices['instructors']
  isBusy: boolean
  onChange: (ids: string[]) => void
}

/** Several people of a shift, saved when the list is closed, so that each choice is not a separate request. */
function People({ label, none, ids, among, isBusy, onChange }: PeopleProps): ReactNode {
  const [own, setOwn] = useState<{ of: string; ids: string[] } | null>(null)
  const of = ids.join()
  // Choices made before the plan changed are dropped.
  const chosen = own?.of === of ? own.ids : [...ids]
  const known =
    among.some(({ id }) => ids.includes(id)) || ids.length === 0
      ? among
      : [...among, ...ids.map((id) => ({ id, name: 'Someone who left' }))]
  const save = (next: string[]) => next.join() !== of && onChange(next)
  return (
    <PickSeveral
      size="xs"
      aria-label={label}
      placeholder={chosen.length === 0 ? none : ''}
      value={chosen}
      among={known}
      maxValues={TOGETHER}
      disabled={isBusy}
      hidePickedOptions
      classNames={{ inputField: classes.typed }}
      onChange={(next) => setOwn({ of, ids: next })}
      onRemove={(id) => save(chosen.filter((one) => one !== id))}
      onDropdownClose={() => save(chosen)}
    />
  )
}

/** A break other than the usual one, and objectives. */
function Details({ item: { break_min: rest, objectives } }: { item: PlanItem }): ReactNode {
  const said = [
    rest === 30 ? '' : rest === 0 ? 'No break' : `${rest} min break`,
    objectives.length === 0
      ? ''
      : objectives.length === 1
        ? '1 objective'
        : `${objectives.length} objectives`,
  ].filter(Boolean)
  return (
    said.length > 0 && (
      <div className={classes.hours} title={objectives.join('; ')}>
        {said.join(', ')}
      </div>
    )
  )
}

type IssuesProps = {
  item: PlanItem
  mayEdit: boolean
  isBusy: boolean
  shared: ReadonlySet<string>
  onFix: (edit: ItemEdit) => void
}

/** The issues of a shift, each with its fixes. Issues shared by several shifts are listed above and only named here. */
function Issues({ item, mayEdit, isBusy, shared, onFix }: IssuesProps): ReactNode {
  if (item.is_left_out) return 'Left out by you'
  if (item.issues.length === 0) return item.is_edited ? 'Ready, changed by hand' : 'Ready'
  const own = item.issues.filter((issue) => !shared.has(groupKey(issue)))
  const fixes = [...new Map(own.flatMap((issue) => issue.fixes).map((fix) => [fix.label, fix])).values()]
  return (
    <>
      <ul className={classes.issues}>
        {item.issues.map((issue) => (
          <li key={groupKey(issue)} data-severity={issue.severity}>
            <strong>
              {severityLabels[issue.severity]}: {issueLabels[issue.code]}.
            </strong>{' '}
            {own.includes(issue) && issue.text}
          </li>
        ))}
      </ul>
      {mayEdit && fixes.length > 0 && (
        <div className={classes.fixes}>
          {fixes.map((fix) => (
            <button
              type="button"
              key={fix.label}
              className={classes.fix}
              disabled={isBusy}
              aria-label={`${fix.label}: ${nameOf(item)}`}
              onClick={() => onFix(fix.edit)}
            >
              {fix.label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
