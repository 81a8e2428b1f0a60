import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ImportRow, Verdict } from '../contract.ts'
import { type ImportField, importColumns } from '../rules.ts'
import { labelOf, type RosterLine } from './roster-lines.ts'

const badgeOf: Record<Verdict | 'out', string> = {
  ok: 'active',
  invalid: 'failed',
  duplicate: 'returned',
  member: 'completed',
  invited: 'invited',
  elsewhere: 'locked',
  too_often: 'inactive',
  no_cohort: 'failed',
  out: 'inactive',
}

type Editing = {
  rows: readonly ImportRow[]
  /** Why the reader left rows out. */
  leftOut: Record<number, string>
  /** The lines that are being edited. */
  editing: ReadonlySet<number>
  onEdit: (line: number) => void
  onDone: (line: number) => void
  onChange: (line: number, field: ImportField, value: string) => void
}

/** The columns of the review: the verdict, and what the file has; a field of a line that is being edited is an input. */
export function rosterColumns({
  rows,
  leftOut,
  editing,
  onEdit,
  onDone,
  onChange,
}: Editing): Column<RosterLine>[] {
  return [
    {
      key: 'verdict',
      title: 'Result',
      width: 260,
      render: (line) => (
        <VerdictCell
          line={line}
          why={line.verdict ? line.verdict.reason : leftOut[line.row.line]}
          isEdited={editing.has(line.row.line)}
          onEdit={() => onEdit(line.row.line)}
          onDone={() => onDone(line.row.line)}
        />
      ),
    },
    ...importColumns
      .filter(({ field, required }) => required || editing.size > 0 || rows.some((row) => row[field] !== ''))
      .map(({ field, label }) => ({
        key: field,
        title: label,
        render: ({ row, verdict }: RosterLine) =>
          editing.has(row.line) ? (
            <EditCell
              label={`${label}, row ${row.line}`}
              value={row[field]}
              error={verdict?.fields[field]}
              wide={field === 'email'}
              onChange={(value) => onChange(row.line, field, value)}
              onDone={() => onDone(row.line)}
            />
          ) : (
            row[field] || '–'
          ),
      })),
  ]
}

function VerdictCell({
  line,
  why,
  isEdited,
  onEdit,
  onDone,
}: {
  line: RosterLine
  why: string | null | undefined
  isEdited: boolean
  onEdit: () => void
  onDone: () => void
}): ReactNode {
  const { row, verdict } = line
  return (
    <div>
      <Group gap={8} wrap="nowrap">
        <Text size="xs" c="dimmed" miw={44}>
          Row {row.line}
        </Text>
        <StateBadge state={badgeOf[verdict?.verdict ?? 'out']} label={labelOf(line)} />
      </Group>
      {why && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
          {why}
        </Text>
      )}
      {verdict?.verdict === 'invalid' && !isEdited && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`Fix: row ${row.line}`}
          onClick={onEdit}
        >
          Fix
        </Anchor>
      )}
      {isEdited && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={`Done: row ${row.line}`}
          onClick={onDone}
        >
          Done
        </Anchor>
      )}
    </div>
  )
}

type EditCellProps = {
  label: string
  value: string
  error: string | undefined
  wide: boolean
  onChange: (value: string) => void
  onDone: () => void
}

function EditCell({ label, value, error, wide, onChange, onDone }: EditCellProps) {
  const input = useRef<HTMLInputElement>(null)
  const wasWrong = useRef(Boolean(error))
  // Editing focuses the first invalid field, or the address if there is none.
  useEffect(() => {
    if (wasWrong.current || wide) input.current?.focus()
  }, [wide])
  return (
    <TextInput
      ref={input}
      size="xs"
      aria-label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onDone()}
      miw={wide ? 200 : 110}
    />
  )
}
