import { describe, expect, it } from 'vitest'
import type { Issue, PlanItem } from '../contract.ts'
import { issueGroups } from './group-issues.ts'

const cap = (seats: number): Issue => ({
  code: 'UNIT_CAP',
  severity: 'block',
  text: 'Full',
  about: 'Full',
  fixes: [
    { label: `Use ${seats} seats`, alike: 'Use the seats that are left', edit: { capacity: seats } },
    { label: 'Leave it out', edit: { is_left_out: true } },
  ],
})
const holiday = (day: string): Issue => ({
  code: 'HOLIDAY',
  severity: 'block',
  text: `${day} is off.`,
  about: 'Off.',
  fixes: [{ label: 'Leave it out', edit: { is_left_out: true } }],
})
const missing: Issue = {
  code: 'PROCTOR_MISSING',
  severity: 'warn',
  text: 'No one',
  about: 'No one',
  fixes: [],
}
const item = (temp_id: string, ...issues: Issue[]) => ({ temp_id, issues }) as PlanItem

describe('issues that several shifts share', () => {
  it('are listed once, those that block most first, without issues of a single shift', () => {
    const groups = issueGroups([
      item('a', cap(4), missing),
      item('b', holiday('Mon'), missing),
      item('c', cap(4), missing),
      item('d', holiday('Tue')),
      item('e', cap(4)),
    ])
    expect(groups.map(({ code, items }) => [code, items.map(({ temp_id: id }) => id)])).toEqual([
      ['UNIT_CAP', ['a', 'c', 'e']],
      ['HOLIDAY', ['b', 'd']],
      ['PROCTOR_MISSING', ['a', 'b', 'c']],
    ])
    expect(issueGroups([item('a', cap(4)), item('b', missing)])).toEqual([])
  })
  it('have a fix for all of them, each with its own number', () => {
    const [same] = issueGroups([item('a', cap(4)), item('b', cap(4))])
    expect(same!.fixes.map(({ label }) => label)).toEqual(['Use 4 seats', 'Leave it out'])
    const [other] = issueGroups([item('a', cap(4)), item('b', cap(2))])
    expect(other!.fixes[0]).toEqual({
      label: 'Use the seats that are left',
      edits: [
        { temp_id: 'a', edit: { capacity: 4 } },
        { temp_id: 'b', edit: { capacity: 2 } },
      ],
    })
  })
  it('have no fix that one of the shifts lacks', () => {
    const none = { ...cap(4), fixes: cap(4).fixes.slice(1) }
    const [group] = issueGroups([item('a', cap(4)), item('b', none)])
    expect(group!.fixes.map(({ label }) => label)).toEqual(['Leave it out'])
  })
})
