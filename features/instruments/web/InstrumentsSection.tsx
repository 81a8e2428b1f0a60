import { Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Instrument } from '../contract.ts'
import { choiceBlocker, type EvaluationTime, itemsOf } from '../rules.ts'
import { InstrumentBuilder } from './InstrumentBuilder.tsx'
import { instruments, touches } from './queries.ts'

const times = { shift: 'After each shift', midterm: 'At midterm', final: 'At the end' } as const

/** The evaluation forms of a school: which one is used when, those that ship with Placewell, and its own with their versions. */
export function InstrumentsSection(): ReactNode {
  const query = useQuery({ ...instruments.list.queryOptions({ input: {} }), staleTime: 0 })
  const [edited, edit] = useState<string>()
  return (
    <Loaded query={query} failedTitle="The forms couldn’t be loaded">
      {({ rows }) => {
        const one = rows.find(({ id }) => id === edited)
        return one ? (
          <InstrumentBuilder
            key={`${one.id} ${one.latest_version}`}
            instrument={one}
            onClose={() => edit(undefined)}
          />
        ) : (
          <>
            <Choices rows={rows} />
            <Forms rows={rows} onEdit={edit} />
          </>
        )
      }}
    </Loaded>
  )
}

function Choices({ rows }: { rows: Instrument[] }): ReactNode {
  const choose = useMutation({
    ...instruments.choose.mutationOptions(),
    meta: { done: 'Saved', failed: 'The form was not chosen', touches },
  })
  const usual = (time: EvaluationTime) =>
    time === 'shift' ? 'Only when instructors choose' : 'What Placewell suggests'
  return (
    <PageSection
      title="Which form is used"
      description="With a form for each shift, every shift opens evaluations when it ends. Evaluations that were begun keep their form."
    >
      <Group grow>
        {(Object.keys(times) as EvaluationTime[]).map((time) => (
          <NativeSelect
            key={time}
            label={times[time]}
            disabled={choose.isPending}
            data={[
              { value: '', label: usual(time) },
              ...rows
                .filter((row) => choiceBlocker(row, time) === null)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={rows.find(({ used_for: used }) => used.includes(time))?.id ?? ''}
            onChange={(event) => choose.mutate({ time, instrument_id: event.currentTarget.value || null })}
          />
        ))}
      </Group>
    </PageSection>
  )
}

function Forms({ rows, onEdit }: { rows: Instrument[]; onEdit: (id: string) => void }): ReactNode {
  const copy = useMutation({
    ...instruments.copy.mutationOptions(),
    meta: { done: 'Copied. Change it, then publish it.', quiet: true, touches },
    onSuccess: ({ id }) => onEdit(id),
  })
  const retire = useMutation({
    ...instruments.retire.mutationOptions(),
    meta: { done: 'Form retired', quiet: true, touches },
  })
  const isOwn = (row: Instrument) => !row.is_shipped && row.status === 'active'
  const nameOf = ({ name }: Instrument) => name
  const show = ([row]: readonly Instrument[]) => row && onEdit(row.id)
  const actions = useActions<Instrument>(
    [
      { id: 'edit', label: 'Edit', isOffered: isOwn, open: show },
      { id: 'preview', label: 'Preview', isOffered: (row) => !isOwn(row), open: show },
      {
        id: 'copy',
        label: 'Copy',
        // Feedback forms are the same for all schools: a school can only change forms about students.
        isOffered: ({ content }) => content.audience === 'proctor_to_student',
        run: ({ id, name }) =>
          copy.mutateAsync({ id: crypto.randomUUID(), from: id, name: `${name} (copy)`.slice(0, 100) }),
      },
      {
        id: 'retire',
        label: 'Retire…',
        danger: true,
        isOffered: isOwn,
        ask: ([row]) => ({
          title: `Retire ${row!.name}?`,
          body: 'It can’t be used for new evaluations. Evaluations already begun keep it.',
          confirmLabel: 'Retire form',
        }),
        run: ({ id, version }) => retire.mutateAsync({ id, version }),
      },
    ],
    { nameOf },
  )
  return (
    <PageSection
      title="Forms"
      description="To build your own, copy the form that comes closest."
      look="flush"
    >
      <DataTable<Instrument>
        label="Forms"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowActions={actions.menuOf}
      />
      {actions.dialog}
    </PageSection>
  )
}

const columns: readonly Column<Instrument>[] = [
  {
    key: 'name',
    title: 'Form',
    render: ({ name, is_shipped: isShipped }) => (
      <>
        {name}
        {isShipped && (
          <Text size="xs" c="dimmed">
            Comes with Placewell
          </Text>
        )}
      </>
    ),
  },
  { key: 'items', title: 'Items', align: 'right', render: ({ content }) => itemsOf(content).length },
  { key: 'version', title: 'Version', align: 'right', render: ({ latest_version: at }) => at || '—' },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, has_draft: hasDraft }) => (
      <StateBadge
        state={status === 'retired' ? 'archived' : hasDraft ? 'draft' : 'active'}
        label={status === 'retired' ? 'Retired' : hasDraft ? 'Draft' : 'Published'}
      />
    ),
  },
]
