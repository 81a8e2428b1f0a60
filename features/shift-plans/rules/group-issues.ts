import type { Issue, ItemEdit, PlanItem } from '../contract.ts'

export type GroupFix = { label: string; edits: { temp_id: string; edit: ItemEdit }[] }
/** An issue that several shifts share, and what fixes all of them. */
export type IssueGroup = Pick<Issue, 'code' | 'severity' | 'about'> & {
  key: string
  items: PlanItem[]
  fixes: GroupFix[]
}

export const groupKey = ({ code, severity, about }: Issue): string => `${severity} ${code} ${about}`

/** Issues shared by two or more shifts, each listed once: blocking ones first, then those with most shifts. */
export function issueGroups(items: readonly PlanItem[]): IssueGroup[] {
  const groups = new Map<string, { issue: Issue; items: PlanItem[] }>()
  for (const item of items)
    for (const issue of item.issues) {
      const group = groups.get(groupKey(issue)) ?? { issue, items: [] }
      if (group.items.at(-1) !== item) group.items.push(item)
      groups.set(groupKey(issue), group)
    }
  return [...groups]
    .filter(([, group]) => group.items.length > 1)
    .map(
      ([
        key,
        {
          issue: { code, severity, about },
          items: some,
        },
      ]) => ({ key, code, severity, about, items: some, fixes: fixesOf(key, some) }),
    )
    .toSorted(
      (a, b) =>
        Number(a.severity === 'warn') - Number(b.severity === 'warn') || b.items.length - a.items.length,
    )
}

/** The fixes that each of the items has, by the same name. */
function fixesOf(key: string, items: readonly PlanItem[]): GroupFix[] {
  const found = items.flatMap(({ temp_id: id, issues }) =>
    (issues.find((one) => groupKey(one) === key)?.fixes ?? []).map(({ label, alike = label, edit }) => ({
      label,
      alike,
      edit: { temp_id: id, edit },
    })),
  )
  return [...Map.groupBy(found, ({ alike }) => alike)]
    .filter(([, some]) => some.length === items.length)
    .map(([alike, some]) => ({
      label: new Set(some.map(({ label }) => label)).size === 1 ? some[0]!.label : alike,
      edits: some.map(({ edit }) => edit),
    }))
}
