import { describe, expect, test } from 'vitest'
import { wishlistPhase, type WishlistPhase } from '../contract.ts'
import { datesOf } from './wishlist-words.ts'

describe('the dates of a wishlist', () => {
  const days = { opens_on: '2027-01-05', closes_on: '2027-01-20', time_zone: 'America/Chicago' }
  const expected: Record<WishlistPhase, string> = {
    draft: 'Open Jan 5 – 20, 2027 once announced',
    scheduled: 'Opens January 5, 2027',
    open: 'Closes January 20, 2027, 11:59 PM (Chicago time)',
    closed: 'Closed January 20, 2027, 11:59 PM',
    published: 'Closed January 20, 2027, 11:59 PM',
    archived: 'Closed January 20, 2027, 11:59 PM',
  }

  test.each(wishlistPhase.options)('are said for each phase: %s', (phase) => {
    expect(datesOf({ ...days, phase })).toBe(expected[phase])
  })
})
