import { describe, expect, test } from 'vitest'
import { settlementBlocker } from './settling.ts'

describe('upcoming shifts of a facility that no longer takes students', () => {
  const ahead = [{ id: 'a' }, { id: 'b' }]
  const units = [{ id: 'u' }]
  const decide = (shift_id: string, action: 'keep' | 'cancel' | 'move', unit_id: string | null = null) => ({
    shift_id,
    action,
    unit_id,
  })
  test.each([
    ['nothing decided', [], 'pause', 'shift_ahead.undecided'],
    ['one left out', [decide('a', 'keep')], 'pause', 'shift_ahead.undecided'],
    ['a paused unit keeps', [decide('a', 'keep'), decide('b', 'cancel')], 'pause', undefined],
    ['a closed one keeps none', [decide('a', 'keep'), decide('b', 'cancel')], 'close', 'shift_ahead.kept'],
    ['nor an archived site', [decide('a', 'keep'), decide('b', 'cancel')], 'archive', 'shift_ahead.kept'],
    [
      'moved to a unit that is offered',
      [decide('a', 'move', 'u'), decide('b', 'cancel')],
      'archive',
      undefined,
    ],
    ['to another', [decide('a', 'move', 'x'), decide('b', 'cancel')], 'close', 'shift_ahead.wrong_unit'],
    ['to none', [decide('a', 'move'), decide('b', 'cancel')], 'pause', 'shift_ahead.wrong_unit'],
  ] as const)('%s', (_name, decisions, occasion, code) =>
    expect(settlementBlocker(ahead, decisions, units, occasion)?.code).toBe(code),
  )
  test('names the undecided shifts', () =>
    expect(settlementBlocker(ahead, [decide('a', 'keep')], units, 'pause')?.values).toEqual({
      shift_ids: ['b'],
    }))
})
