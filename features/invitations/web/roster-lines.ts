import { useMemo, useState } from 'react'
import { rowsFilters } from '#platform/web/kit/ImportScreen.tsx'
import { useOwnList } from '#platform/web/kit/use-list.ts'
import type { ImportRow, InviteeFact, KnownCohort } from '../contract.ts'
import { type RowVerdict, verdictLabels, verdictsOf } from '../rules.ts'

/** A row left out keeps its line number and has no verdict. */
export type RosterLine = { row: ImportRow; verdict: RowVerdict | null }

/** Rows left out have no verdict. */
export const shownLabels = { ...verdictLabels, out: 'Left out' }
/** The label of a line's verdict. */
export const labelOf = ({ verdict }: RosterLine): string =>
  verdict ? verdictLabels[verdict.verdict] : shownLabels.out

const filters = rowsFilters(shownLabels)

const toggled = (set: ReadonlySet<number>, line: number): ReadonlySet<number> => {
  const next = new Set(set)
  if (!next.delete(line)) next.add(line)
  return next
}

type Read = {
  rows: readonly ImportRow[]
  /** Rows that the reader left out, with why. */
  leftOut: Record<number, string>
  facts: Record<string, InviteeFact>
  cohorts: readonly KnownCohort[] | undefined
}

/** The lines of a roster with their verdicts: which are left out, which are being edited, and which the list shows. */
export function useRosterLines({ rows, leftOut, facts, cohorts }: Read) {
  const [out, setOut] = useState<ReadonlySet<number>>(() => new Set(Object.keys(leftOut).map(Number)))
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set())
  const list = useOwnList(filters, { sorts: ['line'], hasOwnOrder: true, pageSize: 50 })
  const { search = '', verdict: shown } = list.filter
  const lines = useMemo<RosterLine[]>(() => {
    const included = rows.filter(({ line }) => !out.has(line))
    const verdicts = verdictsOf(included, facts, cohorts)
    const verdictOf = new Map(included.map(({ line }, at) => [line, verdicts[at]!]))
    return rows.map((row) => ({ row, verdict: verdictOf.get(row.line) ?? null }))
  }, [rows, out, facts, cohorts])
  const words = search.trim().toLowerCase()
  const found = lines.filter(
    ({ row, verdict }) =>
      // A row being edited stays visible, even if its verdict changes.
      editing.has(row.line) ||
      ((!shown || (shown === 'out' ? !verdict : verdict?.verdict === shown)) &&
        (words === '' ||
          `${row.email} ${row.first_name} ${row.last_name} ${row.student_id}`.toLowerCase().includes(words))),
  )
  return {
    list,
    lines,
    /** The lines that the filter finds. */
    found,
    out,
    /** Leaves a line out, or includes it again. */
    turn: (line: number) => setOut(toggled(out, line)),
    editing,
    /** Opens a line for editing, or closes it. */
    edit: (line: number) => setEditing(toggled(editing, line)),
  }
}
