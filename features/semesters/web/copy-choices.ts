import type { CopyFlag, CopyRow, SkipReason } from '../contract.ts'

/** Choices about single shifts of a preview, by id: the request's `include` and `leave_out`. */
export type CopyChoices = { include: ReadonlySet<string>; leaveOut: ReadonlySet<string> }

export const noChoices: CopyChoices = { include: new Set(), leaveOut: new Set() }

/** The rows of a preview with choices applied, as the server would return them: leaving out takes precedence. */
export function chosenRows(rows: readonly CopyRow[], { include, leaveOut }: CopyChoices): CopyRow[] {
  return rows.map((row) => {
    const skip_reason = leaveOut.has(row.shift_id)
      ? 'left_out'
      : include.has(row.shift_id)
        ? null
        : row.skip_reason
    return skip_reason === row.skip_reason ? row : { ...row, skip_reason, included: skip_reason === null }
  })
}

/** The choices after someone includes these shifts or leaves them out; choices that equal the default are dropped. */
export function choose(
  choices: CopyChoices,
  rows: readonly Pick<CopyRow, 'shift_id' | 'included'>[],
  wanted: boolean,
): CopyChoices {
  const include = new Set(choices.include)
  const leaveOut = new Set(choices.leaveOut)
  for (const { shift_id: id, included } of rows) {
    include.delete(id)
    leaveOut.delete(id)
    if (wanted !== included) (wanted ? include : leaveOut).add(id)
  }
  return { include, leaveOut }
}

export type CopyFilter = 'all' | 'copied' | 'left_out' | CopyFlag

/** True when a row matches the filter. */
export function fits(row: CopyRow, filter: CopyFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'copied') return row.included
  return filter === 'left_out' ? !row.included : row.flags.includes(filter)
}

export type CopyCounts = {
  copied: number
  leftOut: number
  byReason: Partial<Record<SkipReason, number>>
  byFlag: Partial<Record<CopyFlag, number>>
}

/** How many shifts are copied, how many are not and why, and how many have each flag. */
export function countsOf(rows: readonly CopyRow[]): CopyCounts {
  const counts: CopyCounts = { copied: 0, leftOut: 0, byReason: {}, byFlag: {} }
  for (const { included, skip_reason: reason, flags } of rows) {
    if (included) counts.copied += 1
    else counts.leftOut += 1
    if (reason) counts.byReason[reason] = (counts.byReason[reason] ?? 0) + 1
    for (const flag of flags) counts.byFlag[flag] = (counts.byFlag[flag] ?? 0) + 1
  }
  return counts
}
