import { describe, expect, it, vi } from 'vitest'
import { fakeId, fakeSchoolId, fakeSemester, fakeSemesters } from '../fake.ts'
import { scopeOf } from '../rules.ts'
import { createMemory } from './remembered-semester.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('the remembered semester', () => {
  it('is remembered per school, and outlives the page', () => {
    const browser = storage()
    const before = createMemory(() => browser)
    before.remember('lakeshore', 'spring')
    before.remember('prairie', 'fall')
    const after = createMemory(() => browser)
    expect([after.recall('lakeshore'), after.recall('prairie'), after.recall('hillside')]).toEqual([
      'spring',
      'fall',
      null,
    ])
  })

  it('notifies every listener until it stops listening', () => {
    const memory = createMemory(storage)
    const listener = vi.fn<() => void>()
    const stop = memory.subscribe(listener)
    memory.remember('lakeshore', 'spring')
    stop()
    memory.remember('lakeshore', 'fall')
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('lasts until the page closes if the browser stores nothing', () => {
    const memory = createMemory(() => {
      throw new Error('denied')
    })
    expect(memory.recall('lakeshore')).toBeNull()
    memory.remember('lakeshore', 'spring')
    expect(memory.recall('lakeshore')).toBe('spring')
  })

  it('is replaced by the current semester if it is inactive, missing or from another school (Spec §4)', () => {
    const browser = storage()
    const memory = createMemory(() => browser)
    const own = fakeSemesters()
    const foreign = fakeSemester({ id: fakeId(4), school_id: fakeId(5) })
    const selected = (id: string) => {
      memory.remember(fakeSchoolId, id)
      const chosen = scopeOf({
        named: null,
        remembered: memory.recall(fakeSchoolId),
        schoolId: fakeSchoolId,
        semesters: [...own, foreign],
        today: '2026-11-21',
        unchosen: 'current',
      })
      return own.find((semester) => semester.id === chosen)?.name
    }
    expect(selected(own[1]!.id)).toBe('Spring 2027')
    for (const id of [own[2]!.id, fakeId(99), foreign.id]) expect(selected(id)).toBe('Fall 2026')
  })
})
